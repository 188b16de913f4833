import type { Context, FilterImplOptions, Liquid, Template } from 'liquidjs';
import { LIMITS } from '../../../../limits.ts';
import { once } from '../../../../shared/memo.ts';
import {
  escapeValue,
  FILTERS,
  type Filter,
  LIST_FILTERS,
  MARKDOWN_FILTERS,
  MOST_ELEMENTS,
  STANDARD_FILTERS,
  takeText,
} from './filters.ts';
import { liquid } from './packages.cjs';

const OPTIONS = {
  jsTruthy: true,
  ownPropertyOnly: true,
  strictFilters: true,
  // No template can include a file.
  templates: {},
  // Far more than a template needs, on a machine that is busy.
  parseLimit: 100_000,
  renderLimit: 1000,
  memoryLimit: 5_000_000,
};
const TAGS = ['assign', 'capture', 'case', 'comment', 'for', 'if', 'unless', 'break', 'continue'];

/** The rounds of all loops of a delivery together. A message shows far less than lists of thousands would give. */
const MOST_ROUNDS = 1000;

/** The first part of the body of each loop. It ends the loop when there were too many rounds. */
function countRound(context: Context): void {
  const rounds = context.getRegister('rounds', { count: 0 });
  rounds.count += 1;
  if (rounds.count > MOST_ROUNDS) context.breakCalled = true;
}

/**
 * A filter that takes no more of all values of a delivery than a message can show. Otherwise their number would decide
 * what a delivery costs.
 */
const boundFilter = (filter: Filter): Filter =>
  function (this: { context: Context }, value, ...more) {
    const budget = this.context.getRegister('budget', { left: 0 });
    const { taken, left } = takeText(value, budget.left);
    budget.left = left;
    return filter(taken, ...more);
  } as Filter;

type LiquidFilter = Extract<FilterImplOptions, (...args: never) => unknown>;

/** A filter of Liquid for as many elements as a message can show. */
const boundList = (filter: LiquidFilter): LiquidFilter =>
  function (value, ...more) {
    return filter.call(this, Array.isArray(value) ? value.slice(0, MOST_ELEMENTS) : value, ...more);
  };

/** Templates for Markdown, in which values are escaped, and for plain text, such as topics. */
const engines = once(() => {
  const { Liquid, ForTag } = liquid();
  class BoundedFor extends ForTag {
    constructor(...parts: ConstructorParameters<typeof ForTag>) {
      super(...parts);
      this.templates.unshift({ token: this.token, render: countRound });
    }
  }
  const restrict = (engine: Liquid): Liquid => {
    const { filters, tags } = engine;
    for (const name in filters) if (!STANDARD_FILTERS.includes(name)) delete filters[name];
    for (const name of LIST_FILTERS) engine.registerFilter(name, boundList(filters[name] as LiquidFilter));
    for (const name in tags) if (!TAGS.includes(name)) delete tags[name];
    for (const [name, filter] of Object.entries(FILTERS)) engine.registerFilter(name, filter);
    for (const [name, filter] of Object.entries(MARKDOWN_FILTERS)) engine.registerFilter(name, boundFilter(filter));
    engine.registerTag('for', BoundedFor);
    return engine;
  };
  return {
    markdown: restrict(new Liquid({ ...OPTIONS, outputEscape: boundFilter(escapeValue) as never })),
    plain: restrict(new Liquid(OPTIONS)),
  };
});

/** What the templates of a delivery see, and what they assign. Limits are for all of them together. */
export type Scope = Context;

/** A scope whose templates make no more than `mostText` characters of all values into Markdown. */
export function createScope(variables: object, mostText: number = LIMITS.message_length): Scope {
  const scope = new (liquid().Context)(variables, engines().plain.options, { sync: true });
  scope.setRegister('budget', { left: mostText });
  return scope;
}

export interface CompiledTemplate {
  render(scope: Scope): string;
}

/** A line that contains only tags leaves no line in the text. */
const TAG_LINE = /^[ \t]*(\{%[^%\n]*%\}(?:[ \t]*\{%[^%\n]*%\})*)[ \t]*\n/gm;

/** Without spaces at the ends of lines, and with at most one empty line between others. */
const tidyLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line, at, lines) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim();

type Kind = 'markdown' | 'plain';

/** Parses a template. Throws for wrong ones, with the line. */
export const parseTemplate = (source: string, kind: Kind): Template[] => engines()[kind].parse(source);

/** Compiles a template. Throws for wrong ones. */
export function compileTemplate(source: string, kind: Kind): CompiledTemplate {
  const template = parseTemplate(source.replace(TAG_LINE, '$1'), kind);
  return { render: (scope) => tidyLines(String(engines()[kind].renderSync(template, scope))) };
}
