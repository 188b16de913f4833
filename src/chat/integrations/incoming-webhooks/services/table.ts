import type { Service } from '../types.ts';
import { alertmanager } from './alertmanager.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { grafana } from './grafana.ts';
import { json } from './json.ts';
import { sentry } from './sentry.ts';
import { slackIncoming } from './slack-incoming.ts';

/** All services of incoming webhooks. To add one, add a file to this folder, and its name here. */
export const SERVICES: readonly Service[] = [alertmanager, github, gitlab, grafana, json, sentry, slackIncoming];
