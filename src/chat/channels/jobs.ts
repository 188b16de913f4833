import type { App } from '../../app.ts';
import { seconds } from '../../kernel/clock.ts';
import { job } from '../../kernel/jobs.ts';
import { measureTraffic } from './traffic.ts';

const DAY = 86_400;

/** Once a day: how busy each channel is. */
export const traffic = job({ name: 'channel traffic', every: DAY, run: (app: App) => measureTraffic(app, seconds(app.clock)) });
