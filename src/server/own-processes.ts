/** The arguments that start processes of a server. They are not commands. */
export const PREPARING = 'prepare-database';
export const WORKING = 'work-for-server';
export const HOSTING = 'serve-organization';
export const COPYING = 'copy-database';
