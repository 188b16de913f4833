/**
 * Checks what people read: docs, comments, test titles, interface texts and names in the code.
 *
 * `node scripts/prose.ts` reports words from the list below, sentences that are too long and long lines.
 * scripts/spelling.json has the words that are not in a dictionary of American English; check.ts looks for others.
 * Files that were not revised yet are listed with their number of findings in prose-backlog.json. That number may only
 * fall: `node scripts/prose.ts --update` lowers it. `node scripts/prose.ts FILES` shows all findings of these files.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A finding: its line and what to change. */
interface Finding {
  line: number;
  what: string;
}

/** A piece of text that people read, with its first line. */
interface Prose {
  line: number;
  text: string;
}

const MAX_WORDS = 32;
const MAX_LINE = 120;
const BACKLOG = 'scripts/prose-backlog.json';

/** Dialect words, and the standard terms. */
const TERMS: readonly (readonly [RegExp, string])[] = [
  [/\b(is|are|was|were|be|been) told\b/i, 'receives, is notified'],
  [/\b(hear|hears|heard) (of|it|this|that|so|what|when|nothing)\b/i, 'receive'],
  [/\bwhoever\b/i, 'name the subject'],
  [/\boneself\b|\bone[’']s own\b/i, 'you, your, the user'],
  [/\bfor ever\b/i, 'forever'],
  [/\blays? (a |the |it )?\w* ?to rest\b/i, 'archive'],
  [/\brefusals?\b/i, 'error'],
  [/\brefuses? (who|whoever|those|what|a|an|all|one)\b/i, 'rejects, throws'],
  [/\bout of use\b/i, 'deactivated'],
  [/\b(acquaintances|strangers|newcomers?|knowers)\b/i, 'users, new users, inaccessible users'],
  [/\b(misfit|farewell|lobby)\b/i, 'see the glossary'],
  [/\bthrow-?away\b/i, 'temporary'],
  [/\bmakes? (it |this |them |all )?anew\b|\banew\b/i, 'again'],
  [/\bso (many|often) (seconds|minutes|times|people)\b/i, 'this many, at this interval'],
];
/** Names that say nothing to an outsider, as words within identifiers. */
const NAMES =
  /^(knowers|misfit|farewell|lobby|patience|acquaintances|strangers|newcomer|newcomers|deed|deeds|obey|dice|painter|organisation|colour|licence|licences|founding|furnish|happening|things?|stuff)$/i;

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const isChecked = (file: string): boolean =>
  /\.(ts|tsx|mjs|md|sql)$/.test(file) &&
  existsSync(file) &&
  !/^scripts\/prose\.ts$|^docs\/pictures\/|^src\/texts\/keys\.ts$/.test(file);
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const files = (given.length > 0 ? given : listed.split('\n')).filter(isChecked);
const found = new Map(files.map((file) => [file, findingsIn(file, readFileSync(file, 'utf8'))]));

if (given.length > 0) report([...found]);
else if (process.argv.includes('--update')) update();
else process.exit(check() ? 0 : 1);

/** Whether no file has more findings than the backlog allows. Prints the findings of those that have. */
function check(): boolean {
  const allowed: Record<string, number> = JSON.parse(readFileSync(BACKLOG, 'utf8'));
  const worse = [...found].filter(([file, findings]) => findings.length > (allowed[file] ?? 0));
  report(worse);
  const backlog = Object.values(allowed).reduce((sum, count) => sum + count, 0);
  console.log(
    worse.length === 0 ? `Prose: no new findings; ${backlog} in the backlog.` : 'Prose: revise the lines above.',
  );
  return worse.length === 0;
}

function update(): void {
  const before: Record<string, number> = existsSync(BACKLOG) ? JSON.parse(readFileSync(BACKLOG, 'utf8')) : {};
  const counts = [...found].filter(([, { length }]) => length > 0).map(([file, { length }]) => [file, length] as const);
  const lowered = counts.map(([file, count]) => [file, Math.min(count, before[file] ?? count)] as const);
  writeFileSync(BACKLOG, `${JSON.stringify(Object.fromEntries(lowered.sort()), undefined, 2)}\n`);
}

function report(all: readonly (readonly [string, readonly Finding[]])[]): void {
  for (const [file, findings] of all) for (const { line, what } of findings) console.log(`${file}:${line} ${what}`);
}

/** All findings of a file, in the order of its lines. */
function findingsIn(file: string, text: string): Finding[] {
  const prose = file.endsWith('.md') ? markdownProse(text) : codeProse(text, file.endsWith('.sql'));
  const findings = [...prose.flatMap(termsIn), ...prose.flatMap(longSentencesIn), ...longLinesIn(file, text)];
  if (!/\.(md|sql)$/.test(file)) findings.push(...namesIn(text));
  return findings.sort((a, b) => a.line - b.line);
}

function termsIn({ line, text }: Prose): Finding[] {
  return TERMS.filter(([pattern]) => pattern.test(text)).map(([pattern, better]) => {
    return { line, what: `“${pattern.exec(text)![0]}”: ${better}` };
  });
}

function longSentencesIn({ line, text }: Prose): Finding[] {
  const sentences = text.replace(/`[^`]*`/g, 'code').split(/[.!?](?:\s|$)|\n\n|\n[-|*\d]/);
  return sentences
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length)
    .filter((words) => words > MAX_WORDS)
    .map((words) => ({ line, what: `a sentence of ${words} words (at most ${MAX_WORDS})` }));
}

/** Tables and links cannot be broken, and tests contain long samples. */
function longLinesIn(file: string, text: string): Finding[] {
  return text
    .split('\n')
    .map((line, at) => ({ line, at: at + 1 }))
    .filter(({ line }) => line.length > MAX_LINE && !/^\s*\||https?:\/\//.test(line))
    .filter(({ line }) => file.endsWith('.md') || /^\s*(\*|\/\/|\/\*|--)/.test(line))
    .map(({ at, line }) => ({ line: at, what: `a line of ${line.length} characters (at most ${MAX_LINE})` }));
}

function namesIn(text: string): Finding[] {
  const code = withoutComments(text).replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
  return code
    .split('\n')
    .flatMap((line, at) =>
      (line.match(/[A-Za-z_$][\w$]*/g) ?? [])
        .filter((name) => getWords(name).some((word) => NAMES.test(word)))
        .map((name) => ({ line: at + 1, what: `the name ${name}: see the glossary` })),
    );
}

function getWords(name: string): string[] {
  return name.split(/_|(?<=[a-z])(?=[A-Z])/);
}

function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** Paragraphs of a Markdown file, without code, tables and link targets. */
function markdownProse(text: string): Prose[] {
  const plain = text
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ''))
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/\]\([^)]*\)/g, ']');
  return paragraphs(plain.split('\n').map((line) => (line.startsWith('|') ? '' : line)));
}

/** Comments and test titles of a source file; each block of comment lines is one piece. */
function codeProse(text: string, isSql: boolean): Prose[] {
  const lines = text.split('\n');
  const comment = isSql ? /^\s*--\s?(.*)$/ : /^\s*(?:\/\/|\/?\*\*?)\s?(.*?)(?:\*\/)?$/;
  const blocks = paragraphs(lines.map((line) => comment.exec(line)?.[1] ?? ''));
  const titles = lines.flatMap((line, at) => {
    const title = /^\s*(?:test|describe)(?:\.\w+)?\(\s*(['"`])(.*?)\1,/.exec(line)?.[2];
    return title ? [{ line: at + 1, text: title }] : [];
  });
  return [...blocks, ...titles];
}

function paragraphs(lines: readonly string[]): Prose[] {
  const all: Prose[] = [];
  let current: Prose | undefined;
  for (const [at, line] of lines.entries()) {
    const begins = /^\s*([-*]|\d+\.|#+)\s/.test(line);
    if (line.trim() === '' || begins) current = undefined;
    if (line.trim() === '') continue;
    if (current) current.text += `\n${line}`;
    else all.push((current = { line: at + 1, text: line }));
  }
  return all;
}
