"""What tests/mutate.py can change in a C file: small mistakes that a person could make. It reads tokens, not the grammar; what comes out
wrong does not compile, and counts as nothing."""
import re

TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|0[xX][0-9a-fA-F]+\w*
    |\d+\.?\d*(?:[eE][-+]?\d+)?\w*|[A-Za-z_]\w*|->|\+\+|--|<<=|>>=|<<|>>|[<>=!]=|&&|\|\||[-+*/%&|^]=|\.\.\.|\S""", re.S | re.M | re.X)
SWAPS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||",
         "||": "&&", "+=": "-=", "-=": "+=", "*=": "+=", "|": "&", "&": "|", "|=": "&=", "&=": "|=", "<<": ">>", ">>": "<<"}
WORDS = {"true": "false", "false": "true", "++": "--", "--": "++"}
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "case", "default", "goto", "do", "else", "_Alignof", "_Static_assert"}
TYPES = {"const", "static", "size_t", "int", "char", "unsigned", "bool", "float", "double", "struct", "enum", "union", "long", "void",
         "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int32_t", "int64_t", "extern", "typedef", "FILE"}
# Not tried: what only gives back (a sanitizer sees it, and this build has none), what is compiled out, what only asks for memory ahead.
GIVES_BACK = re.compile(r"free$|_drop$|^free|_free_|_close$|^fclose$|_destroy$|_clear$|^assert$|^static_assert$|^_Static_assert$|prefetch")
ORDERLESS = {"calloc", "fmax", "fmin", "fmaxf", "fminf", "hsi_size_mul", "hsi_size_add"}  # the same for swapped arguments


class Names:
    """Which fields have the same type in one struct, and which values one enum; of all files together."""

    def __init__(self, texts):
        self.fields, self.values = {}, {}
        for text in texts:
            text = re.sub(r"/\*.*?\*/|//[^\n]*|^[ \t]*#[^\n]*", " ", text, flags=re.S | re.M)
            for body in re.findall(r"\bstruct\b[^{};()=]*\{([^{}]*)\}", text):
                self.add_fields(body)
            for body in re.findall(r"\benum\b[^{};()=]*\{([^{}]*)\}", text):
                self.add_values(body)

    def add_fields(self, body):
        same = {}
        for member in body.split(";"):
            found = re.match(r"\s*((?:const |unsigned |struct |enum )*\w+)\s+(.+)", member, re.S)
            if not found or "(" in member:
                continue
            for one in found.group(2).split(","):
                name = re.search(r"\w+", one)
                shape = re.sub(r"\w+|\s", "", one)
                if name:
                    same.setdefault((found.group(1), shape), []).append(name.group())
        for names in same.values():
            for a, b in zip(names, names[1:] + names[:1]):
                if a != b:
                    self.fields.setdefault(a, []).append(b)

    def add_values(self, body):
        parts = [part.strip() for part in body.split(",") if part.strip()]
        if all("=" in part for part in parts):
            return  # constants
        names = [part.split("=")[0].strip() for part in parts]
        names = [name for name in names if not name.endswith("COUNT")]
        for a, b in zip(names, names[1:] + names[:1]):
            if a != b:
                self.values[a] = b


class File:
    """The changes that can be made in a file: (start, end, new text, kind)."""

    def __init__(self, text, names):
        self.text, self.names, self.sites = text, names, []
        self.tokens = [(found.group(), found.start(), found.end()) for found in TOKEN.finditer(text)
                       if not found.group().startswith(("//", "/*")) and not found.group().lstrip().startswith("#")]
        self.words = [one[0] for one in self.tokens]
        self.members = {word for before, word in zip(self.words, self.words[1:]) if before in (".", "->")}
        self.pair()
        self.find()

    def pair(self):
        """The partner of each bracket, and what lies in functions and in types."""
        self.partner, stack = {}, []
        self.bare = set()  # tokens in no round brackets of their block
        for i, word in enumerate(self.words):
            if not stack or self.words[stack[-1]] == "{" or word == ")" and (len(stack) < 2 or self.words[stack[-2]] == "{"):
                self.bare.add(i)
            if word in ("(", "[", "{"):
                stack.append(i)
            elif word in (")", "]", "}") and stack:
                self.partner[i] = stack[-1]
                self.partner[stack.pop()] = i
        self.inside, self.skipped, self.room = set(), set(), set()
        i = 0
        while i < len(self.words):
            if self.words[i] == "{" and i in self.partner:
                end = self.partner[i]
                if self.words[i - 1] == ")":
                    self.inside.update(range(i, end + 1))
                elif {"struct", "union"} & set(self.words[max(0, i - 3):i]) and "=" not in self.words[max(0, i - 3):i]:
                    self.skipped.update(range(i, end + 1))
                i = end
            i += 1
        for i, word in enumerate(self.words[:-1]):
            if self.words[i + 1] == "(" and i + 1 in self.partner and GIVES_BACK.search(word) and "assert" in word:
                self.skipped.update(range(i, self.partner[i + 1] + 1))
            elif self.words[i + 1] == "(" and i + 1 in self.partner and re.search("alloc$|_resize$|_reserve$", word):
                self.room.update(range(i, self.partner[i + 1] + 1))  # one more would only be more room

    def add(self, first, last, new, kind):
        """Tokens first to last become new."""
        if first not in self.skipped:
            self.sites.append((self.tokens[first][1], self.tokens[last][2], new, kind))

    def source(self, first, last):
        return self.text[self.tokens[first][1]:self.tokens[last][2]]

    def find(self):
        self.statements()
        for i, word in enumerate(self.words):
            before = self.words[i - 1] if i else ""
            after = self.words[i + 1] if i + 1 < len(self.words) else ""
            if word[0] == '"':
                self.string(i)
            elif word[0].isdigit():
                self.number(i, before, after)
            elif word in self.names.values:
                self.add(i, i, self.names.values[word], "value")
            elif i not in self.inside:
                continue
            elif word in WORDS:
                self.add(i, i, WORDS[word], "word")
            elif word in SWAPS and self.text[self.tokens[i][1] - 1].isspace() and self.text[self.tokens[i][2]].isspace():
                self.add(i, i, SWAPS[word], "operator")
            elif word == "!":
                self.add(i, i, "", "condition")
            elif word in ("if", "while") and after == "(":
                self.add(i + 2, self.partner[i + 1] - 1, f"!({self.source(i + 2, self.partner[i + 1] - 1)})", "condition")
            elif word == "?":
                self.arms(i)
            elif word == "[" and (before[-1].isalnum() or before in ("]", ")", "_")) and i in self.partner:
                inner = self.words[i + 1:self.partner[i]]
                if i not in self.declared and inner and not inner[0][0].isdigit() and not inner[0].isupper():
                    self.add(i + 1, self.partner[i] - 1, f"({self.source(i + 1, self.partner[i] - 1)}) + 1", "index")
            elif before in (".", "->") and word in self.names.fields:
                others = list(dict.fromkeys(self.names.fields[word]))
                near = [other for other in others if other in self.members]
                for other in near or others[:1]:
                    self.add(i, i, other, "field")
            elif after == "(" and word not in KEYWORDS and (word[0].isalpha() or word[0] == "_"):
                self.arguments(i)

    def statements(self):
        """Statements that can be left out, and the sizes of arrays that are declared, in which a bigger one changes nothing."""
        self.declared = set()
        start, choice = None, False
        for i in sorted(self.inside):
            word = self.words[i]
            choice = word == "?" or choice and word not in (";", "{", "}")  # its colon ends no label
            if word in ("{", "}"):
                start = i + 1
            elif word == ")" and self.words[self.partner.get(i, i) - 1] in ("if", "for", "while", "switch") or (
                    word in ("else", "do") or word == ":" and not choice):
                start = i + 1 if i in self.bare else start
            elif word == ";" and start is not None and i in self.bare:
                self.statement(start, i)
                start = i + 1

    def statement(self, start, end):
        words = self.words[start:end]
        if not words or words[0] in KEYWORDS or "{" in words:
            return
        plain = [word for word in words[:3] if word != "*"]
        if words[0] in TYPES or len(plain) > 1 and plain[0].isidentifier() and plain[1].isidentifier():
            last = start + words.index("=") if "=" in words else end
            self.declared.update(range(start, last))
        elif not GIVES_BACK.search(words[0]) and not words[0].startswith("(") and words != ["continue"]:
            self.add(start, end, ";", "dropped")

    def string(self, i):
        """The last letter becomes another; and two words change places."""
        text = self.words[i]
        plain = re.sub(r"%[-+ #0-9.*]*(?:hh|ll|[hlzjt])?[a-zA-Z]|\\.", lambda found: "\0" * len(found.group()), text)
        letters = [k for k, letter in enumerate(plain) if letter.isascii() and letter.isalpha()]
        if letters:
            k = letters[-1]
            letter = plain[k]
            self.add(i, i, text[:k] + ("y" if letter == "z" else "Y" if letter == "Z" else chr(ord(letter) + 1)) + text[k + 1:], "text")
        pair = re.search(r"([^\s\"\\]+) ([^\s\"\\]+)", text)
        if pair and pair.group(1) != pair.group(2):
            self.add(i, i, text[:pair.start()] + pair.group(2) + " " + pair.group(1) + text[pair.end():], "text")

    def number(self, i, before, after):
        word = self.words[i]
        found = re.fullmatch(r"(\d+\.\d*(?:[eE][-+]?\d+)?|\d+)([fFuUlL]*)", word)
        if not found or before == "{" and after == "}" or i in self.declared or i in self.room or before == "[" and i not in self.inside:
            return
        new = repr(float(found.group(1)) * 1.5 + 0.25) if "." in found.group(1) else str(int(found.group(1)) + 1)
        self.add(i, i, new + found.group(2), "number")

    def arms(self, i):
        """The two results of ?: change places."""
        k, nested, colon = i + 1, 0, None
        while k < len(self.words):
            word = self.words[k]
            if word in ("(", "[", "{") and k in self.partner:
                k = self.partner[k]
            elif word in (")", "]", "}", ";", ","):
                break
            elif word == "?" and colon is None:
                nested += 1
            elif word == ":" and colon is None:
                if nested == 0:
                    colon = k
                nested -= 1
            k += 1
        if colon:
            yes, no = self.source(i + 1, colon - 1), self.source(colon + 1, k - 1)
            if yes != no:
                self.add(i + 1, k - 1, f"({no}) : ({yes})", "arms")

    def arguments(self, i):
        """Neighbouring arguments change places."""
        end = self.partner.get(i + 1)
        if not end or self.words[i] in ORDERLESS or GIVES_BACK.search(self.words[i]):
            return
        starts, k = [i + 2], i + 2
        while k < end:
            if self.words[k] in ("(", "[", "{") and k in self.partner:
                k = self.partner[k]
            elif self.words[k] == ",":
                starts.append(k + 1)
            k += 1
        ends = [start - 2 for start in starts[1:]] + [end - 1]
        for n in range(len(starts) - 1):
            a, b = self.source(starts[n], ends[n]), self.source(starts[n + 1], ends[n + 1])
            compares = self.words[i] in ("strcmp", "memcmp", "strncmp") and n == 0 and (
                self.words[i - 1] == "!" or self.words[min(end + 1, len(self.words) - 1)] in ("==", "!=", "&&", ")", "||"))
            if a != b and not compares and (a[0] == '"') == (b[0] == '"') and a.startswith("sizeof") == b.startswith("sizeof"):
                self.add(starts[n], ends[n + 1], f"{b}, {a}", "arguments")
