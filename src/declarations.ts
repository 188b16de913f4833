import * as backups from './kernel/backups/schedule.ts';
import * as descriptors from './kernel/descriptors.ts';
import { collectDeclarations, resource } from './kernel/resource.ts';
import * as resources from './resources.ts';

/** Everything that is declared: all endpoints, events, parts of /register and jobs. */
export const declarations = collectDeclarations({ ...resources, kernel: resource(backups, descriptors) });
export const { endpoints, events, states, jobs } = declarations;
