import { type Static, Type } from 'typebox';

/** A site that runs code in one language; `{code}` in its URL template stands for the code. */
export const Playground = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  pygments_language: Type.String(),
  url_template: Type.String(),
});
export type Playground = Static<typeof Playground>;
