import type { Liquid, Template } from 'liquidjs';
import { once } from '../../../../shared/memo.ts';
import { escapeValue, FILTERS, STANDARD_FILTERS } from './filters.ts';
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

/** Templates for Markdown, in which values are escaped, and for plain text, such as topics. */
const engines = once(() => {
  const { Liquid } = liquid();
  return {
    markdown: restrict(new Liquid({ ...OPTIONS, outputEscape: escapeValue })),
    plain: restrict(new Liquid(OPTIONS)),
  };
});

function restrict(engine: Liquid): Liquid {
  const { filters, tags } = engine;
  for (const name in filters) if (!STANDARD_FILTERS.includes(name)) delete filters[name];
  for (const name in tags) if (!TAGS.includes(name)) delete tags[name];
  for (const [name, filter] of Object.entries(FILTERS)) engine.registerFilter(name, filter);
  return engine;
}

export interface CompiledTemplate {
  render(scope: object): string;
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

/** Compiles a template. Throws for wrong ones, with the line. */
export function compileTemplate(source: string, kind: 'markdown' | 'plain'): CompiledTemplate {
  const engine = engines()[kind];
  const template: Template[] = engine.parse(source.replace(TAG_LINE, '$1'));
  return { render: (scope) => tidyLines(String(engine.renderSync(template, scope))) };
}
