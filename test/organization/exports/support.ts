import { join } from 'node:path';
import type { ExportType } from '../../../src/chat/organization/exports/types.ts';
import { writeOrganization } from '../../../src/cli/export/organization.ts';
import { ExportTarget } from '../../../src/cli/export/target.ts';
import { openZip } from '../../../src/importers/archives/zip-archive.ts';
import type { Team } from '../../support/team.ts';
import { getSession, newFolder } from '../imports/support.ts';

/** Exports a team's organization. Returns the path of the archive. */
export async function exported(team: Team, type: ExportType, format: 'zulip' | 'json' = 'zulip'): Promise<string> {
  const folder = newFolder();
  const path = join(folder, 'export.zip');
  const target = new ExportTarget(path, team.app.storage);
  await writeOrganization({ session: getSession(team), type, format, target, temporary: folder });
  await target.finish();
  return path;
}

/** The files of an archive as text. */
export async function getContents(path: string): Promise<Record<string, string>> {
  const archive = await openZip(path);
  const found: Record<string, string> = {};
  for (const name of archive.names) {
    const parts: Buffer[] = [];
    for await (const part of await archive.open(name)) parts.push(part as Buffer);
    found[name] = Buffer.concat(parts).toString();
  }
  archive.close();
  return found;
}
