import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { fileNotFound } from '../../../kernel/errors.ts';
import { endpoint } from '../../declare.ts';
import type { PictureFile, RealmSlot } from './types.ts';

const NAMED = /^(?:emoji\/images\/)?(still\/)?([0-9a-f]{32})(-medium)?\.(?:png|gif)$/;
const OF_REALM = /^realm\/(icon|logo|night_logo)\.png$/;

/** Everyone who has an image's address may see it: the names are random. */
export const readPicture = endpoint({
  method: 'GET',
  path: '/user_avatars/{realm_id_str}/{filename}',
  root: true,
  deep: true,
  summary: 'Get the image of a user, an emoji or the organization',
  auth: 'public',
  limit: 'none',
  params: { realm_id_str: Type.Integer(), filename: Type.String() },
  serve({ app, params }) {
    const { key, type } = fileAt(app, params.filename);
    return { file: app.files.source(key), type, etag: key.replaceAll('/', ''), cache: 'public, max-age=604800' };
  },
});

function fileAt(app: App, path: string): PictureFile {
  const [, slot] = OF_REALM.exec(path) ?? [];
  const [, still, name, medium] = NAMED.exec(path) ?? [];
  const picture = slot ? app.pictures.at(slot as RealmSlot) : name ? app.pictures.named(name) : undefined;
  const file = picture?.files[still ? 'still' : medium ? 'medium' : 'usual'];
  if (!file) throw fileNotFound();
  return file;
}
