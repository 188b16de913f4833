import { posix } from 'node:path';

/** One page of the documentation, written in Markdown or, for examples of configuration, as a plain file. */
export interface HelpPage {
  /** The page's path on this server. */
  path: string;
  /** The file in the project that the page is made of. */
  file: string;
  /** The text of the file's first heading, or the name of a plain file. */
  title: string;
}

export interface HelpSection {
  title: string;
  pages: readonly HelpPage[];
}

const guide = (name: string, title: string): HelpPage => ({
  path: `/help/${name}`,
  file: `docs/help/${name}.md`,
  title,
});
const operation = (name: string, title: string): HelpPage => ({
  path: `/help/operation/${name}`,
  file: `docs/${name}.md`,
  title,
});
const plain = (file: string): HelpPage => {
  const name = posix.basename(file);
  return { path: `/help/operation/${name}`, file, title: name };
};

/** The pages in the order of the navigation. */
export const HELP_SECTIONS: readonly HelpSection[] = [
  {
    title: 'Use Klatch',
    pages: [
      { path: '/help', file: 'docs/help/README.md', title: 'Help' },
      guide('getting-started', 'Get started'),
      guide('markdown', 'Format messages'),
      guide('search', 'Search messages'),
      guide('keyboard', 'Keyboard shortcuts'),
      guide('notifications', 'Notifications'),
    ],
  },
  {
    title: 'Manage an organization',
    pages: [
      guide('roles-and-permissions', 'Roles and permissions'),
      guide('administration', 'Administration'),
      guide('integrations', 'Integrations'),
      { path: '/help/api', file: 'docs/api.md', title: 'Bots and API' },
    ],
  },
  {
    title: 'Run a server',
    pages: [operation('running', 'Running Klatch for real'), operation('mail', 'Mail'), operation('limits', 'Limits')],
  },
];

/** Files that the documentation links to. They are shown as they are and are not in the navigation. */
export const HELP_FILES: readonly HelpPage[] = [
  'docs/Caddyfile',
  'docs/nginx.conf',
  'docs/klatch.service',
  'Dockerfile',
].map(plain);

/** The pages of the navigation, in reading order. */
export const HELP_PAGES: readonly HelpPage[] = HELP_SECTIONS.flatMap(({ pages }) => pages);

const ALL: readonly HelpPage[] = [...HELP_PAGES, ...HELP_FILES];

/** The page with this path, which has no slash at its end. */
export const helpPageAt = (path: string): HelpPage | undefined => ALL.find((page) => page.path === path);

/**
 * Where a link of a documentation file leads on this server. Returns the link itself if it is absolute or stays on the page, and
 * undefined if it leads to a file of the project that the server does not show.
 */
export function helpLink(from: HelpPage, href: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|#|\/)/i.test(href)) return href;
  const [path = '', fragment] = href.split('#', 2);
  const file = posix.join(posix.dirname(from.file), path);
  const page = ALL.find((one) => one.file === file);
  return page && (fragment === undefined ? page.path : `${page.path}#${fragment}`);
}
