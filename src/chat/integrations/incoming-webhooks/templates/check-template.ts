import { parseTemplate } from '../rendering/engine.ts';
import { readSections, TemplateError } from './template-text.ts';

/** Fields that are conditions, plain text and Markdown. The others are names. */
const CONDITIONS = ['when', 'private'];
const PLAIN = ['event', 'topic', 'branch', 'shared'];

/** Throws TemplateError with the first line of a text that is wrong. */
export function checkTemplate(text: string): void {
  const { head, events } = readSections(text);
  for (const section of [head, ...events])
    for (const [name, { value, line }] of section) {
      if (CONDITIONS.includes(name)) checkPart(`{% if ${value} %}1{% endif %}`, { kind: 'plain', line });
      else if (PLAIN.includes(name)) checkPart(value, { kind: 'plain', line });
      else if (name === 'text') checkPart(value, { kind: 'markdown', line });
    }
}

/** The parser's errors end with the place in the part. */
const PLACE = /, line:\d+, col:\d+$/;

function checkPart(source: string, { kind, line }: { kind: 'markdown' | 'plain'; line: number }): void {
  try {
    parseTemplate(source, kind);
  } catch (error) {
    const { message, token } = error as Error & { token?: { getPosition?(): [line: number, column: number] } };
    const [within] = token?.getPosition?.() ?? [1];
    throw new TemplateError(line + within - 1, message.split('\n', 1)[0]!.replace(PLACE, ''));
  }
}
