import { type Static, Type } from 'typebox';

/** Where code in one language can be tried out; `{code}` in the address stands for it. */
export const Playground = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  pygments_language: Type.String(),
  url_template: Type.String(),
});
export type Playground = Static<typeof Playground>;
