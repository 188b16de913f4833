import { signal } from '@preact/signals';

/** A file that is being uploaded. */
export interface Upload {
  id: number;
  /** The ID of the text field that receives the link. */
  field: string;
  /** The draft in the field that the file belongs to; '': one without a recipient. */
  draft: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Progress from 0 to 1. */
  done: number;
  /** Why the upload failed. */
  reason?: string;
  cancel(): void;
}

export const uploads = signal<readonly Upload[]>([]);

/** The uploads for a draft in a field. */
export const uploadsFor = (all: readonly Upload[], field: string, draft: string): Upload[] =>
  all.filter((one) => one.field === field && (one.draft === draft || one.draft === ''));

/** Whether an upload for a draft in a field is running. A failed one is not. */
export const isUploading = (field: string, draft: string): boolean =>
  uploadsFor(uploads.peek(), field, draft).some(({ reason }) => !reason);

let lastId = 0;

/** Adds an upload and returns its ID. */
export function addUpload(upload: Omit<Upload, 'id'>): number {
  const id = ++lastId;
  uploads.value = [...uploads.peek(), { ...upload, id }];
  return id;
}

export function changeUpload(id: number, change: Partial<Upload>): void {
  uploads.value = uploads.peek().map((one) => (one.id === id ? { ...one, ...change } : one));
}

export function dismissUpload(id: number): void {
  uploads.value = uploads.peek().filter((one) => one.id !== id);
}
