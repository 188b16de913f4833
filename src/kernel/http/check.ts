import type { TSchema } from 'typebox';
import { LIMITS } from '../../limits.ts';
import { memoByObject } from '../../shared/memo.ts';

interface Shape {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  allOf?: readonly Shape[];
  properties?: Record<string, Shape>;
  required?: readonly string[];
  additionalProperties?: boolean | Shape;
  patternProperties?: Record<string, Shape>;
  items?: Shape;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

const KINDS: Record<string, { name: string; is: (value: unknown) => boolean }> = {
  string: { name: 'a string', is: (value) => typeof value === 'string' },
  integer: { name: 'an integer', is: Number.isSafeInteger },
  number: { name: 'a number', is: (value) => typeof value === 'number' },
  boolean: { name: 'a boolean', is: (value) => typeof value === 'boolean' },
  null: { name: 'null', is: (value) => value === null },
  array: { name: 'a list', is: Array.isArray },
  object: { name: 'a dict', is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value) },
};

/**
 * Returns the first error of `value` against the schema, in the API's words (`subscriptions[0]["name"] is not a
 * string`), or undefined. `exact`: undeclared keys are errors, too.
 */
export function validationError(schema: TSchema, value: unknown, path: string, exact = false): string | undefined {
  return findError(schema as Shape, value, path, exact ? 'exact' : 'open');
}

/** The same for values from clients: texts and lists without a limit of their own have the default limit. */
export function inputError(schema: TSchema, value: unknown, path: string): string | undefined {
  return findError(schema as Shape, value, path, 'input');
}

type Mode = 'exact' | 'open' | 'input';

/** The maximum length of a list from a client: its own limit, or the default of its kind. */
const mostItems = ({ items, maxItems }: Shape): number =>
  maxItems ?? (items?.type === 'integer' ? LIMITS.id_list_items : LIMITS.list_items);

/** A parameter's schema with the default limits written into it, for documentation. */
export function withUsualLimits<S>(schema: S): S {
  const shape = schema as Shape;
  const each = (parts: readonly Shape[] | undefined) => parts?.map((part) => withUsualLimits(part));
  const all = (parts: Record<string, Shape> | undefined) =>
    parts && Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, withUsualLimits(part)]));
  return {
    ...schema,
    ...(shape.anyOf && { anyOf: each(shape.anyOf) }),
    ...(shape.allOf && { allOf: each(shape.allOf) }),
    ...(shape.properties && { properties: all(shape.properties) }),
    ...(shape.patternProperties && { patternProperties: all(shape.patternProperties) }),
    ...(shape.items && { items: withUsualLimits(shape.items) }),
    ...(shape.type === 'string' && !shape.enum && { maxLength: shape.maxLength ?? LIMITS.parameter_length }),
    ...(shape.type === 'array' && { maxItems: mostItems(shape) }),
  };
}

function findError(shape: Shape, value: unknown, path: string, mode: Mode): string | undefined {
  if (shape.anyOf) return errorOfAny(shape.anyOf, value, path, mode);
  if (shape.allOf) return shape.allOf.map((part) => findError(part, value, path, mode)).find(Boolean);
  if ('const' in shape) return value === shape.const ? undefined : `Invalid ${path}`;
  if (shape.enum) return shape.enum.includes(value) ? undefined : `Invalid ${path}`;
  if (!shape.type) return undefined;
  const kind = KINDS[shape.type]!;
  if (!kind.is(value)) return `${path} is not ${kind.name}`;
  if (shape.type === 'string') return errorOfText(shape, value as string, path, mode);
  if (shape.type === 'array') return errorOfList(shape, value as unknown[], path, mode);
  if (shape.type === 'object') return errorOfObject(shape, value as Record<string, unknown>, path, mode);
  if (shape.minimum !== undefined && (value as number) < shape.minimum) return `${path} is too small`;
  if (shape.maximum !== undefined && (value as number) > shape.maximum) return `${path} is too large`;
  return undefined;
}

function errorOfAny(branches: readonly Shape[], value: unknown, path: string, mode: Mode): string | undefined {
  if (branches.some((branch) => findError(branch, value, path, mode) === undefined)) return undefined;
  // For a value of the right type, the error of its branch is the most useful.
  const near = branches.find((branch) => branch.type !== undefined && branch.type === nameKind(value));
  return near && !branches.some((branch) => 'const' in branch)
    ? findError(near, value, path, mode)
    : `${path} is not an allowed_type`;
}

function errorOfText(shape: Shape, value: string, path: string, mode: Mode): string | undefined {
  const most = shape.maxLength ?? (mode === 'input' ? LIMITS.parameter_length : undefined);
  if (most !== undefined && value.length > most && (value.length > 2 * most || [...value].length > most))
    return `${path} is too long (limit: ${most} characters)`;
  if (shape.minLength && value.trim().length < shape.minLength) return `${path} cannot be blank`;
  return undefined;
}

function errorOfList(shape: Shape, value: unknown[], path: string, mode: Mode): string | undefined {
  if (shape.minItems && value.length < shape.minItems) return `${path} is too short (minimum: ${shape.minItems} items)`;
  const most = mode === 'input' ? mostItems(shape) : shape.maxItems;
  if (most !== undefined && value.length > most) return `${path} is too long (limit: ${most} items)`;
  if (!shape.items) return undefined;
  for (let at = 0; at < value.length; at++) {
    const found = findError(shape.items, value[at], `${path}[${at}]`, mode);
    if (found) return found;
  }
  return undefined;
}

function errorOfObject(shape: Shape, value: Record<string, unknown>, path: string, mode: Mode): string | undefined {
  if (mode === 'input' && Object.keys(value).length > LIMITS.list_items)
    return `${path} is too long (limit: ${LIMITS.list_items} items)`;
  for (const name of shape.required ?? []) if (value[name] === undefined) return `${path}["${name}"] field is missing`;
  const rest = shape.patternProperties ? Object.values(shape.patternProperties)[0] : shape.additionalProperties;
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue;
    const known = shape.properties?.[name] ?? (typeof rest === 'object' ? rest : undefined);
    if (!known) {
      if (rest === false || (mode === 'exact' && shape.properties && rest !== true))
        return `${path}["${name}"] is unexpected`;
      continue;
    }
    const found = findError(known, part, `${path}["${name}"]`, mode);
    if (found) return found;
  }
  return undefined;
}

function nameKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isSafeInteger(value)) return 'integer';
  return typeof value;
}

/** Whether the schema accepts text of some kind. */
export function takesText(schema: TSchema): boolean {
  const shape = schema as Shape;
  if (shape.anyOf) return shape.anyOf.some((branch) => takesText(branch as TSchema));
  return shape.type === 'string' || (shape.enum?.some((value) => typeof value === 'string') ?? false);
}

/**
 * Whether the schema accepts only text: such a parameter is not parsed as JSON. Called for every parameter of every
 * request.
 */
export const isText: (schema: TSchema) => boolean = memoByObject((schema) => {
  const shape = schema as Shape;
  if (shape.anyOf) return shape.anyOf.every((branch) => isText(branch as TSchema));
  return shape.type === 'string' || (shape.enum?.every((value) => typeof value === 'string') ?? false);
});
