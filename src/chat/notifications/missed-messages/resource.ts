import { resource } from '../../../kernel/resource.ts';
import * as jobs from './jobs.ts';

export const missedMessages = resource(jobs);
