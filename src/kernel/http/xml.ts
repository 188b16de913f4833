import { LIMITS } from '../../limits.ts';
import { ApiError } from '../errors.ts';

/** An element: its text if it has no child elements, or its children by name; several of one name are a list. */
type XmlValue = string | XmlTree | XmlValue[];
interface XmlTree {
  [name: string]: XmlValue;
}

interface OpenElement {
  name: string;
  children: XmlTree;
  text: string;
}

/** What is read: the elements that have not ended, and how many parts there were. */
interface Reading {
  open: OpenElement[];
  parts: number;
}

const NAME = /^[\w:.-]+/;
const ATTRIBUTE = /\s*([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
/** What is no element, by its beginning, with its end. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** Elements, texts and attributes together. */
const MOST_PARTS = 10_000;
/** Each takes about 0.3 µs. */
const MOST_ENTITIES = 40_000;

const invalid = (why: string): ApiError => new ApiError(400, 'BAD_REQUEST', `The XML cannot be read: ${why}`);

/**
 * Reads XML as a tree. Attributes are children whose names begin with `@`. Throws for XML that is not well-formed, too
 * deep or too long, and for every document type: it can define entities, which grow or name files.
 */
export function readXml(text: string): XmlTree {
  requireFewEntities(text);
  const root: OpenElement = { name: '', children: newTree(), text: '' };
  const open = [root];
  const reading = { open, parts: 0 };
  let at = 0;
  while (at < text.length) {
    countPart(reading);
    const next = text.indexOf('<', at);
    open.at(-1)!.text += decodeEntities(text.slice(at, next < 0 ? undefined : next));
    if (next < 0) break;
    at = readMarkup(text, next, reading);
  }
  if (open.length !== 1) throw invalid(`<${open.at(-1)!.name}> has no end`);
  return root.children;
}

function requireFewEntities(text: string): void {
  let count = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count += 1;
  if (count > MOST_ENTITIES) throw invalid('it has too many entities');
}

function countPart(reading: Reading): void {
  reading.parts += 1;
  if (reading.parts > MOST_PARTS) throw invalid('it has too many elements or attributes');
}

/** Reads a tag, a comment, a section of text or an instruction. Returns the position after it. */
function readMarkup(text: string, at: number, reading: Reading): number {
  for (const [begin, end] of OTHERS) {
    if (!text.startsWith(begin, at)) continue;
    const found = text.indexOf(end, at + begin.length);
    if (found < 0) throw invalid(`${begin} has no end`);
    if (begin === '<![CDATA[') reading.open.at(-1)!.text += text.slice(at + begin.length, found);
    return found + end.length;
  }
  const end = text.indexOf('>', at);
  if (end < 0) throw invalid('a tag has no end');
  readTag(text.slice(at + 1, end), reading);
  return end + 1;
}

/** `tag`: what is between `<` and `>`. */
function readTag(tag: string, reading: Reading): void {
  const { open } = reading;
  const isEnd = tag.startsWith('/');
  const [name] = NAME.exec(isEnd ? tag.slice(1) : tag) ?? [];
  if (name === undefined) throw invalid('it has a document type, or a tag without a name');
  if (isEnd) {
    closeElement(open, name);
    return;
  }
  if (open.length > LIMITS.json_depth) throw invalid('it is nested too deeply');
  open.push({ name, children: readAttributes(tag.slice(name.length), reading), text: '' });
  if (tag.endsWith('/')) closeElement(open, name);
}

const newTree = (): XmlTree => Object.create(null) as XmlTree;

function closeElement(open: OpenElement[], name: string): void {
  const element = open.pop();
  const parent = open.at(-1);
  if (!element || !parent || element.name !== name) throw invalid(`</${name}> ends nothing`);
  const text = element.text.trim();
  const hasChildren = Object.keys(element.children).length > 0;
  if (hasChildren && text !== '') element.children['#text'] = text;
  const value = hasChildren ? element.children : text;
  const before = parent.children[name];
  if (before === undefined) parent.children[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else parent.children[name] = [before, value];
}

function readAttributes(text: string, reading: Reading): XmlTree {
  const attributes = newTree();
  ATTRIBUTE.lastIndex = 0;
  for (let found = ATTRIBUTE.exec(text); found; found = ATTRIBUTE.exec(text)) {
    countPart(reading);
    attributes[`@${found[1]!}`] = decodeEntities(found[2] ?? found[3] ?? '');
  }
  return attributes;
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal?: string, hex?: string, name = '') => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (Number.isNaN(code)) return ENTITIES[name] ?? whole;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
