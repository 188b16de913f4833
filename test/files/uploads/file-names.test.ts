import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameInPath, nameShown } from '../../../src/chat/files/attachments/rules.ts';

test('a file’s name is the last component of the given name, without direction-changing characters', () => {
  for (const [given, inPath, shown] of [
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['..\\..\\etc\\passwd', 'passwd', 'passwd'],
    ['a\u202egpj.exe', 'agpj.exe', 'agpj.exe'],
    ['\u2066a\u2069 b\u0000.txt', 'a-b.txt', 'a b.txt'],
    ['/', 'uploaded-file', 'uploaded-file'],
    ['א ב.txt', 'א-ב.txt', 'א ב.txt'],
  ] as const)
    assert.deepEqual([nameInPath(given), nameShown(given)], [inPath, shown], given);
});
