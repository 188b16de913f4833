import { Type } from 'typebox';
import { newestBackup } from '../../kernel/backups/schedule.ts';
import { endpoint } from '../declare.ts';
import { readNewestVersion } from './client.ts';
import { ServerStatus } from './types.ts';
import { serverStatus } from './views.ts';

export const getServerStatus = endpoint({
  method: 'GET',
  path: '/server/status',
  summary: 'Get the version of the server, its last backup, and the space that it uses',
  auth: 'administrator',
  // Its disk and its backups are the ones that matter.
  runsAt: 'writer',
  returns: ServerStatus.properties,
  prepare: ({ app }) => newestBackup(app),
  handle: ({ app, prepared }) => serverStatus(app, prepared),
});

export const getNewestVersion = endpoint({
  method: 'GET',
  path: '/server/newest_version',
  summary: 'Read the newest version from where the releases of this server are',
  auth: 'administrator',
  runsAt: 'writer',
  returns: { version: Type.String() },
  prepare: ({ app }) => readNewestVersion(app),
  handle: ({ prepared: version }) => ({ version }),
});
