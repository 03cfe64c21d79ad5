import type { ToolAction } from '@bureau/contracts';
import type { Finding } from '../finding.ts';
import type { Where } from '../locate.ts';
import { readEdit, readRead, readSearch, readWrite } from './files.ts';
import { readMcp } from './mcp.ts';
import { readOther } from './other.ts';
import { readPatch } from './patch.ts';
import { readFetch } from './web.ts';

/** Reads a request that is not a command. Any input is accepted. */
export function readTool(action: ToolAction, where: Where): readonly Finding[] {
  switch (action.tool) {
    case 'write':
      return readWrite(action, where);
    case 'edit':
      return readEdit(action, where);
    case 'patch':
      return readPatch(action, where);
    case 'fetch':
      return readFetch(action, where);
    case 'read':
      return readRead(action, where);
    case 'search':
      return readSearch(action, where);
    case 'mcp':
      return readMcp(action, where);
    default:
      return action.name.startsWith('mcp__') ? readMcp(action, where) : readOther(action, where);
  }
}
