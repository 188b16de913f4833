import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { removeLocation } from '../../../src/kernel/files/remove-location.ts';
import { asyncCpuTime } from '../../support/cpu-time.ts';
import { photo } from '../../support/images.ts';
import { temporaryFolder } from '../../support/process.ts';
import { newTeam } from '../../support/team.ts';

const picture = (): Sharp => sharp({ create: { width: 60, height: 40, channels: 3, background: '#36c' } });
const written = (one: Sharp): Promise<Buffer> =>
  one
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 7/1', GPSDateStamp: '2026:11:21' },
    })
    .withXmp(XMP)
    .toBuffer();
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/"' +
  ' exif:GPSLatitude="51,30.117N" exif:Flash="5"><exif:GPSLongitude>0,7.65W</exif:GPSLongitude></rdf:Description></rdf:RDF></x:xmpmeta>';

/** The stored file. */
async function storedFile(bytes: Buffer, type: string): Promise<Buffer> {
  const path = join(temporaryFolder(), 'picture');
  writeFileSync(path, bytes);
  await removeLocation(path, type);
  return readFileSync(path);
}

const KINDS: [type: string, make: () => Sharp][] = [
  ['image/jpeg', () => picture().jpeg()],
  ['image/png', () => picture().png()],
  ['image/webp', () => picture().webp()],
  ['image/avif', () => picture().avif()],
];

for (const [type, make] of KINDS)
  test(`${type}: the location is removed, and the orientation and everything else is kept`, async () => {
    const before = await written(make());
    const after = await storedFile(before, type);
    assert.equal(after.length, before.length);
    const [was, is] = [await sharp(before).metadata(), await sharp(after).metadata()];
    assert.ok(was.exif!.includes('2026:11:21') && !is.exif!.includes('2026:11:21'));
    assert.ok(is.exif!.includes('Camera'));
    assert.equal(is.orientation, was.orientation);
    if (type !== 'image/avif') {
      assert.ok(was.xmp!.includes('51,30.117N') && was.xmp!.includes('7.65W'));
      assert.ok(!is.xmp?.includes('51,30') && !is.xmp?.includes('7.65W'));
      if (type !== 'image/png') assert.ok(is.xmp!.includes('exif:Flash="5"'), 'what is not compressed keeps the rest');
    }
    assert.deepEqual(
      await sharp(after).raw().toBuffer(),
      await sharp(before).raw().toBuffer(),
      'whole, with its sums right',
    );
  });

test('a reader of an uploaded photo cannot find out where it was taken', async () => {
  const { mia, max } = newTeam();
  const bytes = await photo();
  assert.ok((await sharp(bytes).metadata()).exif!.includes(Buffer.from('3300000001000000', 'hex')), '51 degrees');
  const { url } = await mia.upload('/user_uploads', { 'p.jpg': bytes });
  await mia.sendDirectMessage([max], `[p](${url})`);
  const { exif, orientation } = await sharp(Buffer.from(await (await max.fetch(url)).arrayBuffer())).metadata();
  assert.ok(!exif!.includes(Buffer.from('3300000001000000', 'hex')));
  assert.equal(orientation, 6);
});

test('a file that only claims to be such a picture is left unchanged, quickly', async () => {
  const photograph = await written(picture().jpeg());
  const start = photograph.indexOf('Exif');
  for (let seed = 1; seed < 200; seed++) {
    const broken = Buffer.from(photograph);
    for (let i = 0; i < 20; i++) broken[start - 6 + ((seed * 7919 + i * 104_729) % 300)] = (seed * 31 + i * 17) % 256;
    if (seed % 3 === 0) broken.writeUInt16BE(seed % 9, start - 2);
    const after = await storedFile(broken, 'image/jpeg');
    assert.equal(after.length, broken.length);
  }
  const hostile = Buffer.alloc(4 * 2 ** 20, 'exif:GPSa=" <exif:GPSa ');
  hostile.write('II*\0', 0, 'latin1');
  hostile.writeUInt32LE(8, 4);
  for (let at = 8; at + 14 < hostile.length; at += 12) hostile.writeUInt32LE(0x8825_ffff, at);
  const clean = async () => {
    for (const type of ['image/tiff', 'image/jpeg', 'image/png', 'image/webp', 'image/heic'])
      await storedFile(hostile, type);
  };
  assert.ok((await asyncCpuTime(clean)) < 2000);
});
