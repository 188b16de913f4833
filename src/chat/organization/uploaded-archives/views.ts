import { existsSync } from 'node:fs';
import type { UploadedArchive } from './memory.ts';
import type { ArchiveView } from './types.ts';

export const archiveView = (archive: UploadedArchive): ArchiveView => ({
  file_name: archive.fileName,
  size: archive.size,
  state: archive.state,
  progress: archive.progress,
  error: archive.error,
  result: archive.result,
  has_report: !archive.isRunning && existsSync(archive.reportPath),
});
