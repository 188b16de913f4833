import { linkTo, plainText } from '../../../../markdown/generated.ts';
import { spaceWords } from './wording.ts';

const MOST_FACTS = 12;
const LONGEST_FACT = 300;
const DEEPEST = 2;
/** Fields that say nothing to a person, or must not be shown. */
const HIDDEN =
  /(?:^|[_-])(?:id|ids|uuid|guid|token|secret|password|api_?key|key|hash|signature|avatar|icon|gravatar|version|v|locale|timezone)$|^(?:account|self|links|_links|object|livemode)$/i;

/** Also names like `serverId`. */
const isHidden = (name: string): boolean => HIDDEN.test(name) || HIDDEN.test(spaceWords(name).replaceAll(' ', '_'));

interface Fact {
  name: string;
  value: string;
}

/** The scalar fields of a payload as a list, for events that have no template of their own; `hidden`: not shown. */
export function listFacts(value: unknown, hidden: readonly string[] = []): string {
  const facts: Fact[] = [];
  collectFacts(value, { facts, hidden: new Set(hidden), prefix: '', depth: 0 });
  return facts.map(({ name, value: text }) => `\n* ${plainText(spaceWords(name))}: ${describe(text)}`).join('');
}

const describe = (text: string): string => (/^https?:\/\/\S+$/.test(text) ? linkTo(text, text) : plainText(text));

interface Collection {
  facts: Fact[];
  hidden: ReadonlySet<string>;
  prefix: string;
  depth: number;
}

function collectFacts(value: unknown, { facts, hidden, prefix, depth }: Collection): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const entries = Object.entries(value).filter(([name]) => !isHidden(name) && !hidden.has(name));
  for (const [name, one] of entries) {
    if (facts.length >= MOST_FACTS) return;
    const text = typeof one === 'number' || typeof one === 'boolean' ? String(one) : typeof one === 'string' ? one : '';
    if (text.trim() !== '') facts.push({ name: `${prefix}${name}`, value: text.trim().slice(0, LONGEST_FACT) });
  }
  if (depth < DEEPEST)
    for (const [name, one] of entries) {
      if (facts.length >= MOST_FACTS) return;
      collectFacts(one, { facts, hidden, prefix: `${prefix}${name} `, depth: depth + 1 });
    }
}
