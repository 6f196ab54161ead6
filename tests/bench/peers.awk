# peers.awk – the tables of peers.sh from its list of peers (name|command) and its results (name|shape|threads|line of peer.c).
function median(list,    a, n, i, j, v) {
    n = split(list, a, ",")
    for (i = 2; i <= n; i++) {
        v = a[i] + 0
        for (j = i - 1; j > 0 && a[j] + 0 > v; j--)
            a[j + 1] = a[j]
        a[j + 1] = v
    }
    return n % 2 ? a[(n + 1) / 2] + 0 : (a[n / 2] + a[n / 2 + 1]) / 2
}
function joined(list, item) {
    return list == "" ? item : list "," item
}
# "" or why the line does not count
function fault(line, threads,    f, i) {
    if (split(line, f, " ") < 9)
        return "failed"
    for (i = 6; i <= 7; i++)
        if (f[i] !~ /^[0-9.]+e[-+][0-9]+$/ || f[i] + 0 > 1e-4)
            return "wrong"
    return f[8] > 1.1 * threads ? "threads" : ""
}
function ms(x) {
    return sprintf(x < 1 ? "%.3f" : x < 10 ? "%.2f" : x < 100 ? "%.1f" : "%.0f", x)
}
function row(name, values,    i) {
    printf "%-18s", name
    for (i = 1; i <= shape_count; i++)
        printf " %12s", values[i]
    printf "\n"
}
BEGIN { shape_count = split(shapes, shape, " ") }
NR == FNR {
    peer[++peer_count] = $1
    next
}
{
    key = $1 "|" $2 "|" $3
    why = fault($4, $3)
    split($4, f, " ")
    if (why != "") {
        bad[key] = why
        print "not timed: " $1 " on " $2 ", threads " $3 ": " (why == "wrong" ? "differs from the engine, output by " f[6] \
            ", weights by " f[7] : why == "threads" ? "used " f[8] " processors" : "no result")
    } else {
        times[key] = joined(times[key], median(f[9]))
        if (f[10] > 0)
            peaks[key] = joined(peaks[key], f[10])
    }
}
END {
    for (threads = 1; threads <= 2; threads++) {
        title = threads == 1 ? "1 thread" : "2 threads"
        if (!((peer[1] "|" shape[1] "|" threads) in times))
            continue
        print ""
        row(title ", ms", shape)
        for (i = 1; i <= shape_count; i++)
            best[i] = "-"
        for (p = 1; p <= peer_count; p++) {
            for (i = 1; i <= shape_count; i++) {
                key = peer[p] "|" shape[i] "|" threads
                value = key in bad || !(key in times) ? 0 : median(times[key])
                cell[i] = value ? ms(value) : key in bad ? bad[key] : "-"
                if (p == 1)
                    own[i] = value
                else if (value && (best[i] == "-" || value < fastest[i])) {
                    fastest[i] = value
                    best[i] = peer[p]
                }
            }
            row(peer[p], cell)
        }
        for (i = 1; i <= shape_count; i++) {
            key = peer[1] "|" shape[i] "|" threads
            split(shape[i], s, ",")
            flops = 8 * s[1] * s[2] * s[2] + 4 * s[1] * s[1] * s[2]
            ratio[i] = own[i] && best[i] != "-" ? sprintf("%.2f", own[i] / fastest[i]) : "-"
            share[i] = own[i] && key in peaks ? sprintf("%.0f %%", 1e-4 * flops / own[i] / (median(peaks[key]) * threads)) : "-"
        }
        row("best peer", best)
        row("time / best peer", ratio)
        row("share of FMA peak", share)
    }
    printf "\nMedians of %d round%s. The share is the engine's, of the multiply-adds that its threads' cores can do.\n", rounds, \
        rounds == 1 ? "" : "s"
}
