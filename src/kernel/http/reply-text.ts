import { memoByObject } from '../../shared/memo.ts';
import type { Steps } from '../time-slices.ts';

/** The unchanging object whose fields an object has. Spreading copies it, so that extended objects have it, too. */
const BASE = Symbol('base');
interface Based {
  readonly [BASE]?: object;
}

/** Objects per step. At 2 KB each, a step takes about a millisecond. */
const STEP = 200;
/** Characters after which a step ends. */
const STEP_LENGTH = 500_000;

/** A list that is written in steps has this property, which is not part of its JSON. */
const IN_STEPS = Symbol('written in steps');

/** Marks a list that belongs to one reply alone, so that a later turn may write a part of it. */
export function inSteps<T extends object>(list: T[]): T[] {
  return Object.assign(list, { [IN_STEPS]: true });
}

/**
 * Freezes an object that is part of many replies. Its JSON text is made once, also for objects that have its fields and
 * more, as `{ ...freezeFields(view), color }`. Lists of such objects are written into replies in steps.
 */
export function freezeFields<T extends object>(fields: T): T {
  const base: T & Based = { ...fields };
  Object.assign(base, { [BASE]: base });
  return Object.freeze(base);
}

/**
 * The JSON text of a reply. The first step writes everything that later turns may change. The following steps write
 * lists of unchanging objects, and those of `inSteps`; these must belong to the reply alone.
 */
export function* replyText(reply: object): Steps<string> {
  const lists = Object.entries(reply).filter(([, value]) => isWrittenInSteps(value));
  if (lists.length === 0) return JSON.stringify(reply);
  const others = JSON.stringify({ ...reply, ...Object.fromEntries(lists.map(([name]) => [name, undefined])) });
  const fields = others === '{}' ? [] : [others.slice(1, -1)];
  for (const [name, list] of lists) fields.push(`${JSON.stringify(name)}:[${yield* listText(list)}]`);
  return `{${fields.join(',')}}`;
}

const isWrittenInSteps = (value: unknown): boolean =>
  Array.isArray(value) && (IN_STEPS in value || (value[0] as Based | undefined)?.[BASE] !== undefined);

function* listText(list: readonly object[]): Steps<string> {
  const texts: string[] = [];
  let length = 0;
  let count = 0;
  for (const each of list) {
    if (count === STEP || length > STEP_LENGTH) {
      yield;
      length = count = 0;
    }
    const text = textWithBase(each);
    texts.push(text);
    length += text.length;
    count++;
  }
  return texts.join(',');
}

const textOfBase = memoByObject<object, string>((base) => JSON.stringify(base));
const sizeOfBase = memoByObject<object, number>((base) => Object.keys(base).length);

/** The text of an object, made of that of its base if it has all fields of the base as they are. */
export function textWithBase(whole: object): string {
  const base = (whole as Based)[BASE] as Record<string, unknown> | undefined;
  if (!base) return JSON.stringify(whole);
  if (base === whole) return textOfBase(base);
  const more: Record<string, unknown> = {};
  let same = 0;
  for (const [name, value] of Object.entries(whole)) {
    if (!(name in base)) more[name] = value;
    else if (base[name] === value) same++;
  }
  if (same < sizeOfBase(base)) return JSON.stringify(whole);
  const rest = JSON.stringify(more);
  return rest === '{}' ? textOfBase(base) : `${textOfBase(base).slice(0, -1)},${rest.slice(1)}`;
}
