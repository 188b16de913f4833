import type { RE2JS } from 're2js';
import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { compilePattern, invalid, type Linkifier, listGroups, listVariables, templateError } from './types.ts';

/**
 * Throws, with `errors`, for invalid and existing patterns, invalid URL templates, and variables that only one of the
 * two has.
 */
export function requireLinkifier(app: App, { pattern, url_template }: Omit<Linkifier, 'id'>, ownId?: number): void {
  if (pattern.trim() === '') throw invalid('pattern', 'Linkifier pattern cannot be blank.');
  const wrong = templateError(url_template);
  if (wrong) throw invalid('url_template', wrong);
  const groups = listGroups(requireCompiled(pattern));
  const variables = listVariables(url_template);
  for (const name of groups)
    if (!variables.includes(name))
      throw invalid('__all__', `Group '${name}' in linkifier pattern is not present in URL template.`);
  for (const name of variables)
    if (!groups.includes(name))
      throw invalid('__all__', `Group '${name}' in URL template is not present in linkifier pattern.`);
  if (app.linkifiers.all().some((other) => other.pattern === pattern && other.id !== ownId))
    throw invalid('__all__', 'A linkifier with this pattern already exists.');
}

const MAX_PATTERN_LENGTH = 1000;

function requireCompiled(pattern: string): RE2JS {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw invalid('pattern', `pattern is too long (limit: ${MAX_PATTERN_LENGTH} characters)`);
  try {
    return compilePattern(pattern);
  } catch (error) {
    throw invalid('pattern', `Bad regular expression: ${(error as Error).message}`);
  }
}

export function requireKnown(app: App, id: number): Linkifier {
  const linkifier = app.linkifiers.all().find((one) => one.id === id);
  if (!linkifier) throw badRequest('Linkifier not found.');
  return linkifier;
}
