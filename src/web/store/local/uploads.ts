import { signal } from '@preact/signals';

/** A file that is being uploaded. */
export interface Upload {
  id: number;
  /** The ID of the text field that receives the link. */
  field: string;
  name: string;
  /** Progress from 0 to 1. */
  done: number;
  /** Why the upload failed. */
  reason?: string;
  cancel(): void;
}

export const uploads = signal<readonly Upload[]>([]);

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
