# What the keyboard selects or locks is brought into sight.
resize 900 600
key plus
expect heads 16
key 3
key [
expect head 16
expect-trace "16 · "
