import type * as Package from 'liquidjs';

export function liquid(): typeof Package;
