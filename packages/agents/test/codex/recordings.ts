import { fileURLToPath } from 'node:url';

/** Where the recordings of Codex are: a folder a version. */
export const recordings = fileURLToPath(new URL('../../../../testing/recordings/codex', import.meta.url));
