import { type Static, Type } from 'typebox';

/** A group of channels to choose from at sign-up, as clients see it. */
export const DefaultChannelGroup = Type.Object({
  name: Type.String(),
  description: Type.String(),
  id: Type.Integer(),
  streams: Type.Array(Type.Integer()),
});
export type DefaultChannelGroup = Static<typeof DefaultChannelGroup>;
