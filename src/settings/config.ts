import { type ServerChoices, ServerConfig } from '../kernel/config.ts';
import { type Found, findSettings } from './find.ts';
import type { Settings } from './table.ts';

/** The operator's choices: all settings, with `listen` parsed, and what no file can set. */
export interface Choices extends ServerChoices, Omit<Settings, keyof ServerChoices | 'listen'> {}

/** Missing values have their defaults. */
export type Chosen = Partial<Choices> & { dataDir: string };

/** Parses the setting `listen`. */
export const addressChoices = (listen: Settings['listen']): Pick<Choices, 'host' | 'port' | 'socketPath'> =>
  'socketPath' in listen ? { ...listen, host: 'localhost', port: 0 } : { ...listen, socketPath: undefined };

/** The operator's choices, and what follows from them. */
export class Config extends ServerConfig<Choices> {
  /** The source of each setting, for display. */
  found: readonly Found[] = [];

  constructor(chosen: Chosen) {
    const { listen, ...defaults } = findSettings({ flags: {}, env: {} }).settings;
    const address = addressChoices(listen);
    const choices = { ...defaults, ...address, sharesPort: false, development: false, ...chosen };
    const isDefault = (['host', 'port', 'socketPath'] as const).every((name) => choices[name] === address[name]);
    super(choices, !isDefault);
  }
}
