import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage } from '../../src/markdown/render.ts';
import { fc, runs } from '../support/random.ts';
import { assertAllowed } from './allowed-html.ts';
import { directory } from './directory.ts';

/** Highlighted code, with `⟨k def⟩` for a span, without spans of only whitespace. */
function highlighted(language: string, source: string): string {
  const { html } = renderMessage(`\`\`\`\`${language}\n${source}\n\`\`\`\``, directory);
  const [, code] = /<code>([\s\S]*)\n<\/code>/.exec(html)!;
  return code!
    .replace(/<span class="w">([^<]*)<\/span>/g, '$1')
    .replace(/<span class="([^"]*)">([^<]*)<\/span>/g, '⟨$1 $2⟩')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** The classes of Pygments, which Zulip highlights code with. */
const ROWS: [language: string, source: string, classes: string][] = [
  [
    'python',
    '@cached\nasync def go(self, n: int = 0x1F) -> None:\n    """What it does."""\n    return f"{n!r:>5} of {n}\\n" if n is not None and True else b\'x%s\'',
    '⟨nd @cached⟩\n⟨k async⟩ ⟨k def⟩ ⟨nf go⟩⟨p (⟩⟨bp self⟩⟨p ,⟩ ⟨n n⟩⟨p :⟩ ⟨nb int⟩ ⟨o =⟩ ⟨mh 0x1F⟩⟨p )⟩ ⟨o ->⟩ ⟨kc None⟩⟨p :⟩\n    ⟨sd """What it does."""⟩\n    ⟨k return⟩ ⟨sa f⟩⟨s2 "⟩⟨si {⟩⟨n n⟩⟨si !r:⟩⟨s2 >5⟩⟨si }⟩⟨s2  of ⟩⟨si {⟩⟨n n⟩⟨si }⟩⟨se \\n⟩⟨s2 "⟩ ⟨k if⟩ ⟨n n⟩ ⟨ow is⟩ ⟨ow not⟩ ⟨kc None⟩ ⟨ow and⟩ ⟨kc True⟩ ⟨k else⟩ ⟨sa b⟩⟨s1 \'x⟩⟨si %s⟩⟨s1 \'⟩',
  ],
  [
    'python',
    'from os import path as p\nclass A(Base):\n    def __init__(self): raise ValueError(1.5, 0b1, 0o7, __name__)',
    '⟨kn from⟩ ⟨nn os⟩ ⟨kn import⟩ ⟨n path⟩ ⟨k as⟩ ⟨n p⟩\n⟨k class⟩ ⟨nc A⟩⟨p (⟩⟨n Base⟩⟨p ):⟩\n    ⟨k def⟩ ⟨fm __init__⟩⟨p (⟩⟨bp self⟩⟨p ):⟩ ⟨k raise⟩ ⟨ne ValueError⟩⟨p (⟩⟨mf 1.5⟩⟨p ,⟩ ⟨mb 0b1⟩⟨p ,⟩ ⟨mo 0o7⟩⟨p ,⟩ ⟨vm __name__⟩⟨p )⟩',
  ],
  [
    'python',
    '#!/usr/bin/env python\nprint(len(x)) # c',
    '⟨ch #!/usr/bin/env python⟩\n⟨nb print⟩⟨p (⟩⟨nb len⟩⟨p (⟩⟨n x⟩⟨p ))⟩ ⟨c1 # c⟩',
  ],
  [
    'javascript',
    "import { a } from 'b';\nconst f = async (x) => x?.y ?? `n ${x + 1} m`; // c",
    "⟨k import⟩ ⟨p {⟩ ⟨nx a⟩ ⟨p }⟩ ⟨kr from⟩ ⟨s1 'b'⟩⟨p ;⟩\n⟨kd const⟩ ⟨nx f⟩ ⟨o =⟩ ⟨k async⟩ ⟨p (⟩⟨nx x⟩⟨p )⟩ ⟨p =>⟩ ⟨nx x⟩⟨o ?⟩⟨p .⟩⟨nx y⟩ ⟨o ??⟩ ⟨sb `n ⟩⟨si ${⟩⟨nx x⟩ ⟨o +⟩ ⟨mf 1⟩⟨si }⟩⟨sb  m`⟩⟨p ;⟩ ⟨c1 // c⟩",
  ],
  [
    'javascript',
    'class A extends B { get() { return typeof this === "x" && /a[/]b/g.test(null); } }\n/* a\n b */ throw new Error(0xff, 1.5)',
    '⟨kd class⟩ ⟨nx A⟩ ⟨k extends⟩ ⟨nx B⟩ ⟨p {⟩ ⟨nx get⟩⟨p ()⟩ ⟨p {⟩ ⟨k return⟩ ⟨ow typeof⟩ ⟨k this⟩ ⟨o ===⟩ ⟨s2 "x"⟩ ⟨o &&⟩ ⟨sr /a[/]b/g⟩⟨p .⟩⟨nx test⟩⟨p (⟩⟨kc null⟩⟨p );⟩ ⟨p }⟩ ⟨p }⟩\n⟨cm /* a⟩\n⟨cm  b */⟩ ⟨k throw⟩ ⟨ow new⟩ ⟨ne Error⟩⟨p (⟩⟨mh 0xff⟩⟨p ,⟩ ⟨mf 1.5⟩⟨p )⟩',
  ],
  [
    'typescript',
    'interface P { readonly x: number; y: string[] }\nexport abstract class A<T> implements P { private n: Id = 1 }',
    '⟨kd interface⟩ ⟨nx P⟩ ⟨p {⟩ ⟨k readonly⟩ ⟨nx x⟩⟨o :⟩ ⟨kt number⟩⟨p ;⟩ ⟨nx y⟩⟨o :⟩ ⟨kt string⟩⟨p []⟩ ⟨p }⟩\n⟨k export⟩ ⟨k abstract⟩ ⟨kd class⟩ ⟨nx A⟩⟨o <⟩⟨nx T⟩⟨o >⟩ ⟨k implements⟩ ⟨nx P⟩ ⟨p {⟩ ⟨k private⟩ ⟨nx n⟩⟨o :⟩ ⟨kt Id⟩ ⟨o =⟩ ⟨mf 1⟩ ⟨p }⟩',
  ],
  [
    'bash',
    '#!/bin/sh\nif [ -f "$1" ]; then\n  export A="x ${B:-c}" # c\n  echo $(ls | wc -l) \'lit\' $((1 + 2))\nfi',
    '⟨ch #!/bin/sh⟩\n⟨k if⟩ ⟨o [⟩ -f ⟨s2 "⟩⟨nv $1⟩⟨s2 "⟩ ⟨o ]⟩⟨p ;⟩ ⟨k then⟩\n  ⟨nb export⟩ ⟨nv A⟩⟨o =⟩⟨s2 "x ⟩⟨si ${⟩⟨nv B⟩⟨k :-⟩⟨nv c⟩⟨si }⟩⟨s2 "⟩ ⟨c1 # c⟩\n  ⟨nb echo⟩ ⟨k $(⟩ls ⟨p |⟩ wc -l⟨k )⟩ ⟨s1 \'lit\'⟩ ⟨k $((⟩⟨m 1⟩ ⟨o +⟩ ⟨m 2⟩⟨k ))⟩\n⟨k fi⟩',
  ],
  [
    'c',
    '#include <a.h>\n#define N 1\nint main(void) {\n  char *s = "a\\n"; /* c */ return x->y - 0xFFu * 1.5f; // d\n}',
    '⟨cp #include⟩ ⟨cpf <a.h>⟩\n⟨cp #define N 1⟩\n⟨kt int⟩ ⟨nf main⟩⟨p (⟩⟨kt void⟩⟨p )⟩ ⟨p {⟩\n  ⟨kt char⟩ ⟨o *⟩⟨n s⟩ ⟨o =⟩ ⟨s "a⟩⟨se \\n⟩⟨s "⟩⟨p ;⟩ ⟨cm /* c */⟩ ⟨k return⟩ ⟨n x⟩⟨o ->⟩⟨n y⟩ ⟨o -⟩ ⟨mh 0xFFu⟩ ⟨o *⟩ ⟨mf 1.5f⟩⟨p ;⟩ ⟨c1 // d⟩\n⟨p }⟩',
  ],
  [
    'c++',
    'namespace n {\nclass A : public B { virtual ~A() = default; std::vector<int> v{1}; };\n}\nauto p = nullptr;',
    '⟨k namespace⟩ ⟨nn n⟩ ⟨p {⟩\n⟨k class⟩ ⟨nc A⟩ ⟨o :⟩ ⟨k public⟩ ⟨n B⟩ ⟨p {⟩ ⟨k virtual⟩ ⟨o ~⟩⟨n A⟩⟨p ()⟩ ⟨o =⟩ ⟨k default⟩⟨p ;⟩ ⟨n std⟩⟨o ::⟩⟨n vector⟩⟨o <⟩⟨kt int⟩⟨o >⟩ ⟨n v⟩⟨p {⟩⟨mi 1⟩⟨p };⟩ ⟨p };⟩\n⟨p }⟩\n⟨k auto⟩ ⟨n p⟩ ⟨o =⟩ ⟨nb nullptr⟩⟨p ;⟩',
  ],
  [
    'java',
    "package a.b;\nimport java.util.List;\n@Override\npublic final class A extends B {\n  int f(String s) { return this.x == null ? 'c' : 10L; }\n}",
    "⟨kn package⟩ ⟨nn a.b⟩⟨p ;⟩\n⟨kn import⟩ ⟨nn java.util.List⟩⟨p ;⟩\n⟨nd @Override⟩\n⟨kd public⟩ ⟨kd final⟩ ⟨kd class⟩ ⟨nc A⟩ ⟨kd extends⟩ ⟨n B⟩ ⟨p {⟩\n  ⟨kt int⟩ ⟨nf f⟩⟨p (⟩⟨n String⟩ ⟨n s⟩⟨p )⟩ ⟨p {⟩ ⟨k return⟩ ⟨k this⟩⟨p .⟩⟨na x⟩ ⟨o ==⟩ ⟨kc null⟩ ⟨o ?⟩ ⟨sc 'c'⟩ ⟨p :⟩ ⟨mi 10L⟩⟨p ;⟩ ⟨p }⟩\n⟨p }⟩",
  ],
  [
    'go',
    'package main\nimport "fmt"\nfunc (p *P) Add(n int) error {\n\tfor i := range xs { ch <- `raw` }\n\treturn nil // c\n}',
    '⟨kn package⟩ ⟨nx main⟩\n⟨kn import⟩ ⟨s "fmt"⟩\n⟨kd func⟩ ⟨p (⟩⟨nx p⟩ ⟨o *⟩⟨nx P⟩⟨p )⟩ ⟨nx Add⟩⟨p (⟩⟨nx n⟩ ⟨kt int⟩⟨p )⟩ ⟨kt error⟩ ⟨p {⟩\n\t⟨k for⟩ ⟨nx i⟩ ⟨o :=⟩ ⟨k range⟩ ⟨nx xs⟩ ⟨p {⟩ ⟨nx ch⟩ ⟨o <-⟩ ⟨s `raw`⟩ ⟨p }⟩\n\t⟨k return⟩ ⟨kc nil⟩ ⟨c1 // c⟩\n⟨p }⟩',
  ],
  [
    'rust',
    '#[derive(Debug)]\npub struct P<\'a> { x: i32 }\nfn f(s: &str) -> u8 { let mut v = vec![1u8, 0xff]; println!("a {}\\n", v); self.x }',
    '⟨cp #[derive(Debug)]⟩\n⟨k pub⟩ ⟨k struct⟩ ⟨nc P⟩⟨o <\'⟩⟨na a⟩⟨o >⟩ ⟨p {⟩ ⟨n x⟩⟨p :⟩ ⟨kt i32⟩ ⟨p }⟩\n⟨k fn⟩ ⟨nf f⟩⟨p (⟩⟨n s⟩⟨p :⟩ ⟨kp &⟩⟨kt str⟩⟨p )⟩ ⟨p ->⟩ ⟨kt u8⟩ ⟨p {⟩ ⟨kd let⟩ ⟨k mut⟩ ⟨n v⟩ ⟨o =⟩ ⟨fm vec!⟩⟨p [⟩⟨mi 1⟩⟨kt u8⟩⟨p ,⟩ ⟨mh 0xff⟩⟨p ];⟩ ⟨fm println!⟩⟨p (⟩⟨s "a {}⟩⟨se \\n⟩⟨s "⟩⟨p ,⟩ ⟨n v⟩⟨p );⟩ ⟨bp self⟩⟨p .⟩⟨n x⟩ ⟨p }⟩',
  ],
  [
    'sql',
    "SELECT COUNT(*) AS n, 'x' FROM t -- c\nWHERE a >= 1.5 AND b IS NOT NULL",
    "⟨k SELECT⟩ ⟨k COUNT⟩⟨p (⟩⟨o *⟩⟨p )⟩ ⟨k AS⟩ ⟨n n⟩⟨p ,⟩ ⟨s1 'x'⟩ ⟨k FROM⟩ ⟨n t⟩ ⟨c1 -- c⟩\n⟨k WHERE⟩ ⟨n a⟩ ⟨o >=⟩ ⟨mi 1⟩⟨p .⟩⟨mi 5⟩ ⟨k AND⟩ ⟨n b⟩ ⟨k IS⟩ ⟨k NOT⟩ ⟨k NULL⟩",
  ],
  [
    'html',
    '<!DOCTYPE html>\n<!-- c -->\n<p class="a" id=b>x &amp; y</p><br/>\n<script>let a = 1;</script><style>p { color: red }</style>',
    '⟨cp <!DOCTYPE html>⟩\n⟨cm <!-- c -->⟩\n⟨p <⟩⟨nt p⟩ ⟨na class⟩⟨o =⟩⟨s "a"⟩ ⟨na id⟩⟨o =⟩⟨s b⟩⟨p >⟩x ⟨ni &amp;⟩ y⟨p </⟩⟨nt p⟩⟨p ><⟩⟨nt br⟩⟨p />⟩\n⟨p <⟩⟨nt script⟩⟨p >⟩⟨kd let⟩ ⟨nx a⟩ ⟨o =⟩ ⟨mf 1⟩⟨p ;</⟩⟨nt script⟩⟨p ><⟩⟨nt style⟩⟨p >⟩⟨nt p⟩ ⟨p {⟩ ⟨k color⟩⟨p :⟩ ⟨kc red⟩ ⟨p }</⟩⟨nt style⟩⟨p >⟩',
  ],
  [
    'css',
    '@import "a";\n.a > #b:hover, p { color: #fff; margin: -1.5em auto; background: url(x.png) !important } /* c */',
    '⟨p @⟩⟨k import⟩ ⟨s2 "a"⟩⟨p ;⟩\n⟨p .⟩⟨nc a⟩ ⟨o >⟩ ⟨p #⟩⟨nn b⟩⟨p :⟩⟨nd hover⟩⟨o ,⟩ ⟨nt p⟩ ⟨p {⟩ ⟨k color⟩⟨p :⟩ ⟨mh #fff⟩⟨p ;⟩ ⟨k margin⟩⟨p :⟩ ⟨mf -1.5⟩⟨kt em⟩ ⟨kc auto⟩⟨p ;⟩ ⟨k background⟩⟨p :⟩ ⟨nb url⟩⟨p (⟩⟨sx x.png⟩⟨p )⟩ ⟨cp !important⟩ ⟨p }⟩ ⟨c /* c */⟩',
  ],
  [
    'json',
    '{"a": [1, -2.5e3, true, null, "x\\n"]}',
    '⟨p {⟩⟨nt "a"⟩⟨p :⟩ ⟨p [⟩⟨mi 1⟩⟨p ,⟩ ⟨mf -2.5e3⟩⟨p ,⟩ ⟨kc true⟩⟨p ,⟩ ⟨kc null⟩⟨p ,⟩ ⟨s2 "x\\n"⟩⟨p ]}⟩',
  ],
  [
    'yaml',
    '# c\na: b\nlist:\n  - "q"\n  - k: 1\nt: |\n  block\n  more\nx: &y z',
    '⟨c1 # c⟩\n⟨nt a⟩⟨p :⟩ ⟨l l-Scalar l-Scalar-Plain b⟩\n⟨nt list⟩⟨p :⟩\n  ⟨p p-Indicator -⟩ ⟨s "q"⟩\n  ⟨p p-Indicator -⟩ ⟨nt k⟩⟨p :⟩ ⟨l l-Scalar l-Scalar-Plain 1⟩\n⟨nt t⟩⟨p :⟩ ⟨p p-Indicator |⟩\n⟨no   block⟩\n⟨no   more⟩\n⟨nt x⟩⟨p :⟩ ⟨nl &y⟩ ⟨l l-Scalar l-Scalar-Plain z⟩',
  ],
  [
    'diff',
    'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n same\n-old\n+new',
    '⟨gh diff --git a/x b/x⟩\n⟨gd --- a/x⟩\n⟨gi +++ b/x⟩\n⟨gu @@ -1 +1 @@⟩\n same\n⟨gd -old⟩\n⟨gi +new⟩',
  ],
  [
    'ruby',
    'require "a"\nclass B < C\n  X = 1\n  def go(n)\n    @a = "h #{n}\\n" unless n == :sym && false\n  end\nend # c',
    '⟨nb require⟩ ⟨s2 "a"⟩\n⟨k class⟩ ⟨nc B⟩ ⟨o <⟩ ⟨no C⟩\n  ⟨no X⟩ ⟨o =⟩ ⟨mi 1⟩\n  ⟨k def⟩ ⟨nf go⟩⟨p (⟩⟨n n⟩⟨p )⟩\n    ⟨vi @a⟩ ⟨o =⟩ ⟨s2 "h ⟩⟨si #{⟩⟨n n⟩⟨si }⟩⟨se \\n⟩⟨s2 "⟩ ⟨k unless⟩ ⟨n n⟩ ⟨o ==⟩ ⟨ss :sym⟩ ⟨o &&⟩ ⟨kp false⟩\n  ⟨k end⟩\n⟨k end⟩ ⟨c1 # c⟩',
  ],
  [
    'php',
    '<?php\nnamespace A;\nclass B extends C { private $x = 1.5; function f() { return "a $x" . \'b\'; } } // c\n?>',
    '⟨cp <?php⟩\n⟨k namespace⟩ ⟨nx A⟩⟨p ;⟩\n⟨k class⟩ ⟨nc B⟩ ⟨k extends⟩ ⟨nx C⟩ ⟨p {⟩ ⟨k private⟩ ⟨nv $x⟩ ⟨o =⟩ ⟨mf 1.5⟩⟨p ;⟩ ⟨k function⟩ ⟨nf f⟩⟨p ()⟩ ⟨p {⟩ ⟨k return⟩ ⟨s2 "a ⟩⟨si $x⟩⟨s2 "⟩ ⟨o .⟩ ⟨s1 \'b\'⟩⟨p ;⟩ ⟨p }⟩ ⟨p }⟩ ⟨c1 // c⟩\n⟨cp ?>⟩',
  ],
  ['console', '$ ls -la | wc\ntotal 0\n# echo "x"', '⟨gp $ ⟩ls -la ⟨p |⟩ wc\n⟨go total 0⟩\n⟨gp # ⟩⟨nb echo⟩ ⟨s2 "x"⟩'],
  [
    'xml',
    '<?xml version="1.0"?>\n<a b="c">x &lt; y</a><!-- d -->',
    '⟨cp <?xml version="1.0"?>⟩\n⟨nt <a⟩ ⟨na b=⟩⟨s "c"⟩⟨nt >⟩x ⟨ni &lt;⟩ y⟨nt </a>⟩⟨cm <!-- d -->⟩',
  ],
  [
    'csharp',
    'using System;\npublic class A { string s = "x"; int? n = null; }',
    '⟨k using⟩ ⟨nn System⟩⟨p ;⟩\n⟨k public⟩ ⟨k class⟩ ⟨nc A⟩ ⟨p {⟩ ⟨kt string⟩ ⟨n s⟩ ⟨o =⟩ ⟨s "x"⟩⟨p ;⟩ ⟨kt int⟩⟨o ?⟩ ⟨n n⟩ ⟨o =⟩ ⟨k null⟩⟨p ;⟩ ⟨p }⟩',
  ],
];

test('highlighted code has the classes of Pygments, which clients have colors for', () => {
  for (const [language, source, classes] of ROWS) assert.equal(highlighted(language, source), classes, language);
});

test('whitespace has its own class where Pygments gives it one', () => {
  const { html } = renderMessage('```json\n{"a": 1}\n```', directory);
  assert.match(html, /<span class="p">:<\/span><span class="w"> <\/span><span class="mi">1<\/span>/);
  assert.doesNotMatch(renderMessage('```py\na = 1\n```', directory).html, /class="w"/);
});

test('code that names its interpreter is highlighted without a language label', () => {
  const lines =
    '<span class="nb">print</span><span class="p">(</span><span class="mi">1</span><span class="p">)</span>\n</code></pre></div>';
  for (const first of ['#!/usr/bin/env python', '#!python', '#!/usr/bin/python3'])
    assert.equal(
      renderMessage(`\`\`\`\n${first}\nprint(1)\n\`\`\``, directory).html,
      `<div class="codehilite"><pre><span></span><code><span class="ch">${first}</span>\n${lines}`,
    );
  assert.equal(
    renderMessage('```\n#!/bin/nothing\n1\n```', directory).html,
    '<div class="codehilite"><pre><span></span><code>#!/bin/nothing\n1\n</code></pre></div>',
  );
});

const LANGUAGES = 'bash c c# c++ css console diff go html java js json php py ruby rust sql ts xml yaml'.split(' ');
const PIECES = (
  '{ } ( ) [ ] < > " \' ` """ \'\'\' // /* */ # -- <!-- --> <? ?> << <<A A ${ #{ $( $(( )) \\ \\" : ; , . = == => -> & && | @ @a $ $a % _ 0x1f ' +
  '1.5e3 07 1 class def fn function import from namespace a A if <script> </script> <style> </style> r#" f" b\' R"( é 😀'
).split(' ');
const code = fc.array(fc.oneof(fc.constantFrom(...PIECES, ' ', '  ', '\n', '\n  '), fc.string({ maxLength: 4 })), {
  maxLength: 60,
});

test('highlighting changes no code, in any language', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LANGUAGES), code, (language, pieces) => {
      const source = pieces.join('').replace(/[\r\0\t]/g, '');
      const lines = source.split('\n').map((line) => line.trimEnd());
      const fence = '`'.repeat(70);
      const { html } = renderMessage(`${fence}${language}\n|\n${source}\n|\n${fence}`, directory);
      assert.equal(assertAllowed(html), `|\n${lines.join('\n')}\n|\n`);
    }),
    runs(1500),
  );
});
