import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { publishNewFullMembers } from './full-members.ts';
import { measureTraffic } from './traffic.ts';

const DAY = 86_400;

/** Once a day, updates each channel's traffic. */
export const traffic = job({
  name: 'channel traffic',
  every: DAY,
  run: (app: App) => measureTraffic(app, seconds(app.clock)),
});

/** Publishes new full members, and the channels they can see now. */
export const fullMembers = job({ name: 'full members', every: 600, run: (app: App) => publishNewFullMembers(app) });
