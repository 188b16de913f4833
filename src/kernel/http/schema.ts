import { type TNull, type TSchema, type TUnion, type TUnsafe, Type } from 'typebox';

/** Shapes that many resources share. */
export const Nullable = <T extends TSchema>(schema: T): TUnion<[T, TNull]> => Type.Union([schema, Type.Null()]);
export const Maybe = Type.Optional;
export const OneOf = <const V extends readonly (string | number)[]>(...values: V): TUnsafe<V[number]> =>
  Type.Unsafe<V[number]>({ type: typeof values[0] === 'number' ? 'integer' : 'string', enum: [...values] });

/** A map with decimal ids, e-mail addresses or names as keys. */
export const MapOf = <T extends TSchema>(schema: T) => Type.Record(Type.String(), schema);
