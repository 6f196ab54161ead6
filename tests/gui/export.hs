# Saving: one key, the dialog, the question before a file is replaced.
key e
expect message ~ "Saved"
expect message ~ "the-student-delivered"
expect-file the-student-delivered-the-book-to-the-library-h8-grid.png
key e
expect question ~ "exists already"
expect-label "Replace"
key esc
expect question ""
key e
click "Replace"
expect question ""
expect message ~ "Saved"
key shift+e
expect-file the-student-delivered-the-book-to-the-library-h8-heads.png
# The dialog: what, format, size, path.
key 2
key ctrl+e
expect dialog export
expect export-path ~ "-h8-head1.png"
click "CSV"
expect export-path ~ "-h8-head1.csv"
click "All heads"
expect export-path ~ "-h8-heads.csv"
click "SVG"
click "export path"
key ctrl+a
text "out/picture.svg"
click "Save"
expect dialog none
expect-file out/picture.svg
key ctrl+e
click "export path"
key ctrl+a
text "out/numbers.json"
key enter
expect-file out/numbers.json
# A name that says no format, a folder that is not there: told, nothing lost.
key ctrl+e
click "export path"
key ctrl+a
text "out/picture.bmp"
key enter
expect message-kind error
expect message ~ ".png, .svg, .pdf, .html, .csv or .json"
expect dialog export
key ctrl+a
text "nowhere/picture.png"
key enter
expect message-kind error
expect message ~ "nowhere"
expect tokens 10
click "Cancel"
expect dialog none
