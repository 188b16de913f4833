import { resource } from '../../../kernel/resource.ts';
import type { SetUpCode } from './setup-code.ts';

export const setup = resource({
  memory: {
    /** The code that makes somebody the first owner; undefined once there is one. */
    setup: (): { code?: SetUpCode | undefined } => ({}),
  },
});
