export * from './responses-server/index.ts';
