/* function_words.h – the words that the tagger knows one by one and that the sketch's rules name:
 * closed-class words, signs, and a few frequent words whose behaviour is their own. Read by
 * lexicon.c, tagger.c and sketch.c. The list's order is part of the weights' layout
 * (hsi_features_layout): a change needs new weights. */
#ifndef HS_PRESET_FUNCTION_WORDS_H
#define HS_PRESET_FUNCTION_WORDS_H

/* clang-format off */
#define HS_FUNCTION_WORDS(X) \
    X(THE, "the") X(A, "a") X(AN, "an") X(THIS, "this") X(THAT, "that") X(THESE, "these") X(THOSE, "those") \
    X(SOME, "some") X(ANY, "any") X(NO, "no") X(EVERY, "every") X(EACH, "each") X(ALL, "all") \
    X(BOTH, "both") X(ANOTHER, "another") X(MY, "my") X(YOUR, "your") X(HIS, "his") X(HER, "her") \
    X(ITS, "its") X(OUR, "our") X(THEIR, "their") X(I, "i") X(YOU, "you") X(HE, "he") X(SHE, "she") \
    X(IT, "it") X(WE, "we") X(THEY, "they") X(ME, "me") X(HIM, "him") X(US, "us") X(THEM, "them") \
    X(WHO, "who") X(WHOM, "whom") X(WHOSE, "whose") X(WHICH, "which") X(WHAT, "what") X(WHEN, "when") \
    X(WHERE, "where") X(WHY, "why") X(HOW, "how") X(THERE, "there") X(IN, "in") X(ON, "on") X(AT, "at") \
    X(TO, "to") X(INTO, "into") X(OF, "of") X(FROM, "from") X(FOR, "for") X(WITH, "with") \
    X(WITHOUT, "without") X(ABOUT, "about") X(AGAINST, "against") X(BY, "by") X(LIKE, "like") X(AS, "as") \
    X(THAN, "than") X(THROUGH, "through") X(OVER, "over") X(UNDER, "under") X(BETWEEN, "between") \
    X(AFTER, "after") X(BEFORE, "before") X(DURING, "during") X(UNTIL, "until") X(SINCE, "since") \
    X(BECAUSE, "because") X(ALTHOUGH, "although") X(THOUGH, "though") X(WHILE, "while") X(IF, "if") \
    X(UNLESS, "unless") X(WHETHER, "whether") X(AND, "and") X(OR, "or") X(BUT, "but") X(NOR, "nor") \
    X(NOT, "not") X(NT, "n't") X(S, "'s") X(APOSTROPHE, "'") X(IS, "is") X(ARE, "are") X(WAS, "was") \
    X(WERE, "were") X(BE, "be") X(BEEN, "been") X(BEING, "being") X(AM, "am") X(RE, "'re") X(M, "'m") \
    X(HAVE, "have") X(HAS, "has") X(HAD, "had") X(HAVING, "having") X(VE, "'ve") X(DO, "do") X(DOES, "does") \
    X(DID, "did") X(CAN, "can") X(COULD, "could") X(WILL, "will") X(WOULD, "would") X(SHALL, "shall") \
    X(SHOULD, "should") X(MAY, "may") X(MIGHT, "might") X(MUST, "must") X(LL, "'ll") X(D, "'d") X(SO, "so") \
    X(VERY, "very") X(TOO, "too") X(THEN, "then") X(NOW, "now") X(HERE, "here") X(UP, "up") X(OUT, "out") \
    X(OFF, "off") X(DOWN, "down") X(MORE, "more") X(MOST, "most") X(ALSO, "also") X(JUST, "just") \
    X(ONLY, "only") X(ONE, "one") X(OTHER, "other") X(SUCH, "such") X(COMMA, ",") X(STOP, ".") \
    X(QUESTION, "?") X(BANG, "!") X(COLON, ":") X(SEMICOLON, ";") X(OPEN, "(") X(CLOSE, ")") X(QUOTE, "\"") \
    X(HYPHEN, "-") X(HIMSELF, "himself") X(HERSELF, "herself") X(ITSELF, "itself") \
    X(THEMSELVES, "themselves") X(LET, "let") X(SAY, "say") X(SAID, "said") X(PLEASE, "please") \
    X(UPON, "upon") X(WITHIN, "within") X(NEAR, "near") X(BEHIND, "behind") X(AROUND, "around") \
    X(ACROSS, "across") X(TOWARD, "toward") X(TOWARDS, "towards") X(ALONG, "along") X(ABOVE, "above") \
    X(BELOW, "below") X(AMONG, "among") X(PER, "per") X(VIA, "via") X(TILL, "till") X(ONCE, "once") \
    X(EVEN, "even") X(EVER, "ever") X(NEVER, "never") X(ALWAYS, "always") X(STILL, "still") X(YET, "yet") \
    X(ALREADY, "already") X(AGAIN, "again") X(BACK, "back") X(AWAY, "away") X(AGO, "ago") X(HOME, "home") \
    X(MANY, "many") X(MUCH, "much") X(FEW, "few") X(SEVERAL, "several") X(ENOUGH, "enough") \
    X(EITHER, "either") X(NEITHER, "neither") X(SOMETHING, "something") X(NOTHING, "nothing") \
    X(ANYTHING, "anything") X(EVERYTHING, "everything") X(SOMEONE, "someone") X(ANYONE, "anyone") \
    X(EVERYONE, "everyone") X(NOBODY, "nobody") X(MYSELF, "myself") X(YOURSELF, "yourself") \
    X(OURSELVES, "ourselves") X(MINE, "mine") X(YOURS, "yours") X(THEIRS, "theirs") X(GO, "go") \
    X(GOING, "going") X(GET, "get") X(GOT, "got") X(MAKE, "make") X(MADE, "made") X(CA, "ca") X(WO, "wo") \
    X(WANNA, "wanna") X(GONNA, "gonna") X(THING, "thing") X(THINGS, "things") X(OWN, "own") X(SAME, "same") \
    X(LAST, "last") X(NEXT, "next") X(FIRST, "first") X(DASH, "--") X(DOTS, "...") X(QUOTE_OPEN, "``") \
    X(QUOTE_CLOSE, "''") X(SQUARE_OPEN, "[") X(SQUARE_CLOSE, "]") X(SLASH, "/") X(DOLLAR, "$") \
    X(PERCENT, "%") X(AND_SIGN, "&") X(WELL, "well") X(YES, "yes") X(ELSE, "else") X(RATHER, "rather") \
    X(EXCEPT, "except") X(DESPITE, "despite") X(INSTEAD, "instead") X(LOT, "lot") X(KIND, "kind") \
    X(HOWEVER, "however") X(TODAY, "today") X(YESTERDAY, "yesterday") X(TOMORROW, "tomorrow") \
    X(ONTO, "onto") X(INSIDE, "inside") X(OUTSIDE, "outside") X(BESIDE, "beside") X(BENEATH, "beneath") \
    X(BEYOND, "beyond") X(PAST, "past") X(THROUGHOUT, "throughout") X(OUGHT, "ought") X(NEED, "need") \
    X(DARE, "dare") X(USED, "used") X(ACCORDING, "according") X(DUE, "due") X(UNLIKE, "unlike") \
    X(INCLUDING, "including") X(WHATEVER, "whatever") X(WHOEVER, "whoever") X(WHENEVER, "whenever") \
    X(WHEREVER, "wherever") X(THINK, "think") X(KNOW, "know") X(SEE, "see") X(WANT, "want") \
    X(LITTLE, "little") X(LESS, "less") X(LEAST, "least") X(NEARLY, "nearly") X(ALMOST, "almost") \
    X(CURLY_OPEN, "“") X(CURLY_CLOSE, "”") X(SINGLE_OPEN, "‘") X(EN_DASH, "–") X(EM_DASH, "—") \
    X(ELLIPSIS, "…") X(BULLET, "•") X(STAR, "*") X(EQUALS, "=") X(PLUS, "+") X(HASH, "#") \
    X(LESS_SIGN, "<") X(MORE_SIGN, ">") X(AT_SIGN, "@") X(POUND, "£") X(EURO, "€") X(DOTS2, "..") \
    X(DOTS4, "....") X(BANGS2, "!!") X(BANGS3, "!!!") X(QUESTIONS2, "??") X(BACKTICK, "`") \
    X(MR, "mr.") X(MRS, "mrs.") X(MS, "ms.") X(DR, "dr.") X(PROF, "prof.") X(MR_BARE, "mr") \
    X(MRS_BARE, "mrs") X(MS_BARE, "ms") X(DR_BARE, "dr") X(SIR, "sir") X(BC, "b/c") X(CAUSE, "cause") \
    X(PM_TIME, "pm") X(THINGS2, "stuff") X(LOTS, "lots") X(COUPLE, "couple") X(BIT, "bit") \
    X(ANYMORE, "anymore") X(FAR, "far") X(LONG, "long") X(LATE, "late") X(EARLY, "early") \
    X(SOON, "soon") X(LATER, "later") X(OFTEN, "often") X(USUALLY, "usually") X(FINALLY, "finally") \
    X(REALLY, "really") X(PROBABLY, "probably") X(ACTUALLY, "actually") X(QUITE, "quite") \
    X(PRETTY, "pretty") X(RIGHT, "right") X(BETTER, "better") X(BEST, "best") X(OK, "ok") \
    X(OKAY, "okay") X(THANK, "thank") X(THANKS, "thanks") X(HOPE, "hope") X(LOOK, "look") \
    X(TAKE, "take") X(COME, "come") X(KEEP, "keep") X(TRY, "try") X(TIME, "time") X(WAY, "way") \
    X(PEOPLE, "people") X(SAN, "san") X(SANTA, "santa") X(LOS, "los") X(LAS, "las") X(ROMAN_2, "ii") X(ROMAN_3, "iii") X(ROMAN_4, "iv")
/* clang-format on */

enum hs_function {
    HS_FN_NONE,
#define X(name, text) HS_FN_##name,
    HS_FUNCTION_WORDS(X)
#undef X
        HS_FN_COUNT,
};

#endif
