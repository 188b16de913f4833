import type { User } from './chat/people/users/types.ts';
import type { Kernel } from './kernel/kernel.ts';
import type { Opened } from './kernel/resource.ts';
import type { Config } from './settings/config.ts';
import type { memory, repositories } from './storage.ts';

/**
 * What the server is made of, by name: the kernel, the repositories of all resources, and their state in the process.
 * It follows from what the resources store, and knows nothing of what they do.
 */
export interface App extends Kernel<User>, Opened<typeof repositories> {
  config: Config;
  memory: Opened<typeof memory>;
}
