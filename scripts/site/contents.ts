import { HELP_FILES, HELP_SECTIONS, type HelpPage, type HelpSection } from '../../src/pages/help/contents.ts';

/** The paths that links of the project's pages have on a server. In the site, each becomes a file. */
export const HOME = '/';
export const INSTALL = '/help/operation/install';
export const HELP = '/help';
export const API = '/api';
export const OPENAPI = '/api/v1/openapi.json';
export const SEARCH = '/help/find';

const project = (file: string, title: string): HelpPage => ({
  path: `/project/${file.replace(/^docs\/|\.md$/g, '').toLowerCase()}`,
  file,
  title,
});

/** The pages of the help, and those for contributors, which servers do not show. */
export const SITE_SECTIONS: readonly HelpSection[] = [
  ...HELP_SECTIONS,
  {
    title: 'The project',
    pages: [
      project('CHANGELOG.md', 'Changes'),
      project('CONTRIBUTING.md', 'Contributing'),
      project('SECURITY.md', 'Security'),
      project('ARCHITECTURE.md', 'Architecture'),
      project('docs/web-client.md', 'Web client'),
      project('docs/translating.md', 'Translating'),
      project('docs/design/testing.md', 'Testing'),
      project('docs/design/database-turn.md', 'The database turn'),
      project('docs/design/journal.md', 'The journal'),
      project('docs/design/cluster.md', 'Several processes'),
      project('docs/design/nodes.md', 'Nodes'),
      project('docs/design/events-and-queues.md', 'Events and queues'),
      project('docs/design/streams-and-restarts.md', 'Streams and restarts'),
      project('docs/design/permissions-and-visibility.md', 'Permissions and visibility'),
      project('docs/design/read-state.md', 'Read state'),
      project('docs/design/search-and-narrow.md', 'Search and narrow'),
      project('docs/design/markdown.md', 'Markdown'),
      project('docs/design/upgrades-and-backups.md', 'Upgrades and backups'),
    ],
  },
];

/** What the pages link to besides: the README is the front page. */
export const SITE_FILES: readonly HelpPage[] = [
  { path: HOME, file: 'README.md', title: 'Klatch' },
  project('LICENSE', 'License'),
  ...HELP_FILES,
];

/** The folder of styles, scripts and pictures. */
export const OWN = '/site/';

/** The file of the site with what a server shows at this path. */
export function fileAt(path: string): string {
  if (path === HOME) return 'index.html';
  if (path === OPENAPI) return 'openapi.json';
  return path.startsWith(OWN) ? path.slice(1) : `${path.slice(1)}.html`;
}
