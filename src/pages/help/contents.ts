import { posix } from 'node:path';

/** One page of the documentation, written in Markdown or, for examples of configuration, as a plain file. */
export interface HelpPage {
  /** The page's path on this server. */
  path: string;
  /** The file in the project that the page is made of. */
  file: string;
  /** The page's name in the navigation. */
  title: string;
}

/** The catalogue of the services whose deliveries the server reads. Below it, each has a page. */
export const CATALOGUE = '/help/integrations';

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
const file = (path: string): HelpPage => {
  const name = posix.basename(path);
  return { path: `/help/operation/${name}`, file: path, title: name };
};

/** The pages in the order of the navigation. A page without its file is left out. */
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
      guide('language-models', 'Language models'),
      { path: '/help/api', file: 'docs/api.md', title: 'Bots and API' },
    ],
  },
  {
    title: 'Run a server',
    pages: [
      operation('install', 'Installing Klatch'),
      operation('running', 'Running Klatch'),
      operation('command-line', 'Command line'),
      operation('settings', 'Settings'),
      operation('sign-in', 'Sign-in'),
      operation('mail', 'Outgoing e-mail'),
      operation('mail-in', 'Received e-mail'),
      operation('push', 'Push notifications'),
      operation('import', 'Importing from another chat product'),
      operation('export', 'Exporting'),
      operation('data-rights', 'Data rights'),
      operation('backup', 'Backup and restore'),
      operation('five-years', 'Running Klatch for five years'),
      operation('files', 'Files'),
      operation('limits', 'Limits and defaults'),
      operation('exit-codes', 'Exit codes'),
      operation('scale', 'Scale'),
      operation('cluster', 'A cluster'),
      operation('releasing', 'Releasing'),
    ],
  },
];

/** Files that the documentation links to. They are shown as they are and are not in the navigation. */
export const HELP_FILES: readonly HelpPage[] = [
  'docs/Caddyfile',
  'docs/nginx.conf',
  'docs/klatch.service',
  'docs/alerts.yaml',
  'docs/grafana.json',
  'docs/compose.yaml',
  'docs/kubernetes.yaml',
  'docs/install.sh',
  'docs/klatch.pub',
  'docs/nats-server.conf',
  'docs/nats-server.service',
  'Dockerfile',
].map(file);
