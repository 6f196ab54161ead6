# circles.awk – reads what nm says of a library's members and prints who calls whom in a circle: "a.c -> b.c: names".
# Members that nobody in the library calls, or that call nobody there, are in no circle; they go until none is left to go.
/:$/ {
    member = $1
    sub(/\.o:$/, "", member)
    left[member] = 1
}
NF == 3 && $2 ~ /^[TDBRVW]$/ { home[$3] = member }
NF == 2 && $1 == "U" { wants[member] = wants[member] " " $2 }
END {
    for (from in left) {
        count = split(wants[from], name, " ")
        for (i = 1; i <= count; i++)
            if (name[i] in home && home[name[i]] != from)
                calls[from " -> " home[name[i]]] = calls[from " -> " home[name[i]]] " " name[i]
    }
    do {
        gone = 0
        for (member in left) {
            into = out = 0
            for (call in calls) {
                split(call, end, " -> ")
                out += end[1] == member
                into += end[2] == member
            }
            if (into && out)
                continue
            for (call in calls) {
                split(call, end, " -> ")
                if (end[1] == member || end[2] == member)
                    delete calls[call]
            }
            delete left[member]
            gone = 1
        }
    } while (gone)
    for (call in calls)
        print call ":" calls[call]
}
