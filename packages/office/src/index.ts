export { drawOffice, type Office, type OfficeOptions, openOffice, type Stage } from './office.ts';
export { deskAt, lastName, layOut, type Room, type Scene, type Seat } from './scene.ts';
