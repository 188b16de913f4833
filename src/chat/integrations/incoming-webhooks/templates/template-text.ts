import type { EventTemplate, TemplateService } from '../types.ts';

/** What a template says about a service. Its text is what administrators write and copy. */
export type TemplateParts = Pick<
  TemplateService,
  'header' | 'event' | 'split' | 'topic' | 'branch' | 'private' | 'shared' | 'events'
>;

/** The line of a template's text that is wrong, and why. */
export class TemplateError extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** The fields before all events, and those of an event. The last one reaches to the end of its section. */
const HEAD = ['header', 'event', 'split', 'topic', 'branch', 'private', 'shared'] as const;
const EVENT = ['on', 'when', 'needs', 'topic', 'text'] as const;
const LONG: readonly string[] = ['shared', 'text'];
/** A line between two sections. */
const SEPARATOR = '---';

/** A field of a section, and the line where its value begins. */
interface Field {
  value: string;
  line: number;
}
type Section = Map<string, Field>;

/** The sections of a text. The first one is the head, unless it describes an event. */
interface Sections {
  head: Section;
  events: readonly Section[];
}

/**
 * Splits a text into sections. Lines beginning with `#` before the first field of a section are comments. Throws
 * TemplateError.
 */
export function readSections(text: string): Sections {
  const all: { first: number; lines: string[] }[] = [{ first: 1, lines: [] }];
  for (const [at, line] of text.split(/\r\n|[\r\n]/).entries())
    if (line.trim() === SEPARATOR) all.push({ first: at + 2, lines: [] });
    else all.at(-1)!.lines.push(line);
  const sections = all
    .map(({ first, lines }) => ({ first, section: readSection(lines, first) }))
    .filter(({ section }) => section.size > 0);
  const hasHead = sections[0] && !['on', 'when', 'needs', 'text'].some((name) => sections[0]!.section.has(name));
  const [head, events] = hasHead ? [sections[0]!, sections.slice(1)] : [undefined, sections];
  requireFields(head?.section ?? new Map(), HEAD);
  for (const { section } of events) requireFields(section, EVENT);
  if (!events.some(({ section }) => section.has('text')))
    throw new TemplateError(1, 'no event has a text. Write what is posted after “text:”');
  return { head: head?.section ?? new Map(), events: events.map(({ section }) => section) };
}

function readSection(lines: readonly string[], first: number): Section {
  const section: Section = new Map();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name, value = ''] = /^([a-z]+):(.*)$/.exec(line) ?? [];
    if (name === undefined)
      throw new TemplateError(first + at, 'a line begins with the name of a field, such as “topic:” or “text:”');
    if (section.has(name)) throw new TemplateError(first + at, `“${name}” is there twice`);
    if (!LONG.includes(name)) {
      section.set(name, { value: value.trim(), line: first + at });
      continue;
    }
    const rest = [value.trim(), ...lines.slice(at + 1)];
    section.set(name, { value: rest.join('\n'), line: first + at });
    break;
  }
  return section;
}

function requireFields(section: Section, known: readonly string[]): void {
  for (const [name, { line }] of section)
    if (!known.includes(name))
      throw new TemplateError(line, `there is no field “${name}” here. Use one of ${known.join(', ')}`);
}

const splitNames = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** Reads a text. Deliveries that fit no event post nothing. Throws TemplateError. */
export function readTemplate(text: string): TemplateParts {
  const { head, events } = readSections(text);
  const { topic = '', ...parts } = Object.fromEntries([...head].map(([name, { value }]) => [name, value]));
  const read = events.map((section): EventTemplate => {
    const fields = Object.fromEntries([...section].map(([name, { value }]) => [name, value]));
    const { on, needs, ...rest } = fields;
    return {
      ...rest,
      ...(on !== undefined && { on: splitNames(on) }),
      ...(needs !== undefined && { needs: splitNames(needs) }),
    };
  });
  return { ...parts, topic, events: [...read, {}] };
}

/** Lines that join to one, since only a tag or a space is where they part. */
const joinLines = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

/** The text of a template, which `readTemplate` reads. */
export function writeTemplate(parts: TemplateParts): string {
  const write = (names: readonly string[], values: Readonly<Record<string, unknown>>): string =>
    names
      .flatMap((name) => {
        const value = values[name];
        if (value === undefined) return [];
        const text = Array.isArray(value) ? value.join(', ') : String(value);
        return [LONG.includes(name) ? `${name}:\n${text.replace(/^\n/, '').trimEnd()}` : `${name}: ${joinLines(text)}`];
      })
      .join('\n');
  const sections = [write(HEAD, { ...parts }), ...parts.events.map((event) => write(EVENT, { ...event }))];
  return `${sections.filter(Boolean).join(`\n${SEPARATOR}\n`)}\n`;
}
