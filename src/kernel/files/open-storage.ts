import { join } from 'node:path';
import type { BackupChoices } from '../backups/place.ts';
import type { ServerChoices } from '../config.ts';
import type { Log } from '../log.ts';
import type { FilesLocation } from '../settings/kinds.ts';
import { getVariable } from '../settings/setting.ts';
import { FolderStorage } from './folder-storage.ts';
import { S3Storage } from './s3/storage.ts';
import type { FileStorage } from './storage.ts';
import { makeIncoming } from './store.ts';

/** How long an S3-compatible server may be silent, ms. */
const SILENCE = 15_000;

type StorageChoices = Pick<
  ServerChoices,
  'dataDir' | 'files' | 'filesEndpoint' | 'filesRegion' | 'filesAccessKey' | 'filesSecretKey'
>;

/** The storage for files that the settings name; by default the data folder. */
export function openStorage(choices: StorageChoices, log: Log, silence = SILENCE): FileStorage {
  const { dataDir, files } = choices;
  if (!files) return new FolderStorage(dataDir);
  if ('folder' in files) return new FolderStorage(files.folder);
  return new S3Storage({
    location: locationText(files),
    prefix: files.prefix && `${files.prefix}/`,
    connection: () => ({
      endpoint: choices.filesEndpoint ?? `https://s3.${choices.filesRegion}.amazonaws.com`,
      region: choices.filesRegion,
      bucket: files.bucket,
      accessKey: choices.filesAccessKey,
      secretKey: choices.filesSecretKey,
      timeout: silence,
    }),
    incoming: () => makeIncoming(dataDir),
    log,
  });
}

/** The location as the setting has it. */
export const locationText = (files: FilesLocation): string =>
  'folder' in files ? files.folder : `s3://${files.bucket}${files.prefix && `/${files.prefix}`}`;

/** The place of one organization's files below a location that many share. */
export const getLocation = (files: FilesLocation, organization: string): FilesLocation =>
  'folder' in files
    ? { folder: join(files.folder, organization) }
    : { bucket: files.bucket, prefix: [files.prefix, organization].filter(Boolean).join('/') };

/** The environment of a command that uses the same storages, whose settings may have come from flags. */
export function withStorages(env: NodeJS.ProcessEnv, choices: BackupChoices & StorageChoices): NodeJS.ProcessEnv {
  const { files, filesEndpoint, filesRegion, filesAccessKey, filesSecretKey } = choices;
  const { backupAccessKey, backupSecretKey, backupSshKey, backupSshPassword, backupHostKeys } = choices;
  const values = {
    ...{ files: files && locationText(files), filesEndpoint, filesRegion, filesAccessKey, filesSecretKey },
    ...{ backupAccessKey, backupSecretKey, backupSshKey, backupSshPassword },
    backupHostKeys: backupHostKeys?.join(','),
  };
  const made = { ...env };
  for (const [name, value] of Object.entries(values)) {
    delete made[`${getVariable(name)}_FILE`];
    if (value === undefined) delete made[getVariable(name)];
    else made[getVariable(name)] = value;
  }
  return made;
}
