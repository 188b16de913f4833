import { test } from 'node:test';
import { open, SECTIONS, village } from './administration.ts';
import { assertAccessible, eventually, windowOf } from './client.ts';

/** Half of them in each theme: what is wrong with colours test/web/tokens.test.ts finds. */
const inTheme = (theme: 'light' | 'dark', all: readonly string[]) => all.filter((_, at) => (at % 2 === 0) === (theme === 'light'));

for (const colorScheme of ['light', 'dark'] as const)
  test(`every part of the administration breaks no rule of accessibility (${colorScheme})`, async () => {
    const { ada, group } = await village();
    const opened = await windowOf(ada, '#organization', { colorScheme });
    const { page, close } = opened;
    for (const hash of inTheme(colorScheme, [...SECTIONS, '#groups', `#groups/${group}`])) {
      await open(opened, hash);
      await eventually(() => page.getByRole('heading', { level: 1 }).count(), 1);
      await assertAccessible(page, `${hash}, ${colorScheme}`, '.main');
    }
    await close();
  });
