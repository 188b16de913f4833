import type { TProperties, TSchema } from 'typebox';
import { escapeAttribute } from '../../markdown/escape.ts';

/** The parts of a JSON Schema that readers see. */
interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  patternProperties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  default?: unknown;
  deprecated?: boolean;
  aliases?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

/** Longer lists of values are shown as their type. */
const MANY = 24;

/** The type in words: `array of integer`, `"all" | "none" or null`. */
function nameOf(shape: Shape): string {
  if ('const' in shape) return JSON.stringify(shape.const);
  if (shape.enum && shape.enum.length <= MANY) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.anyOf) return [...new Set(shape.anyOf.map(nameOf))].join(' or ');
  const of = shape.items ?? valuesOf(shape);
  if (shape.type === 'array') return of ? `array of ${nameOf(of)}` : 'array';
  if (shape.type === 'object' && of) return `map of ${nameOf(of)}`;
  return shape.type ?? 'any';
}

/** The values of a map. */
function valuesOf({ patternProperties, additionalProperties }: Shape): Shape | undefined {
  if (patternProperties) return Object.values(patternProperties)[0];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** The fields of an object, at any depth of the shape. */
function fieldsOf(shape: Shape): Record<string, Shape> {
  const within = [...(shape.anyOf ?? []), ...[shape.items ?? valuesOf(shape) ?? []].flat()];
  return Object.assign({}, ...within.map(fieldsOf), shape.properties);
}

function limitsOf({ minimum, maximum, maxLength, maxItems }: Shape): string[] {
  return [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} items`]),
  ];
}

const isOptional = (schema: TSchema): boolean => '~optional' in schema;

function line(name: string, schema: Shape, marks: readonly string[]): string {
  const notes = [...marks, ...limitsOf(schema), ...(schema.deprecated ? ['deprecated'] : [])];
  const sentences = notes
    .map((note) => `<i${note === 'required' ? ' class="need"' : ''}>${escapeAttribute(note)}</i>`)
    .join('');
  return `<li><code>${escapeAttribute(name)}</code><span><b>${escapeAttribute(nameOf(schema))}</b>${sentences}</span>${nested(schema)}</li>`;
}

function nested(shape: Shape): string {
  const fields = Object.entries(fieldsOf(shape));
  return fields.length === 0
    ? ''
    : `<ul>${fields.map(([name, field]) => line(name, field, sometimes(field))).join('')}</ul>`;
}

const sometimes = (shape: Shape): string[] => (isOptional(shape as TSchema) ? ['not always'] : []);

/** The parameters of a request. */
export function parametersHtml(params: TProperties): string {
  const lines = Object.entries(params).map(([name, schema]) => {
    const shape = schema as Shape;
    const need =
      'default' in shape ? `default ${JSON.stringify(shape.default)}` : isOptional(schema) ? 'optional' : 'required';
    return line(name, shape, [need, ...(shape.aliases ? [`also called ${shape.aliases.join(', ')}`] : [])]);
  });
  return list(lines);
}

/** The fields of a reply or an event. */
export const fieldsHtml = (fields: TProperties): string =>
  list(Object.entries(fields).map(([name, schema]) => line(name, schema as Shape, sometimes(schema as Shape))));

const list = (lines: readonly string[]): string => `<ul class="fields">${lines.join('')}</ul>`;
