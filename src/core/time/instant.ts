import type { Brand } from '../base/brand.js';
export type Instant = Brand<number, 'Instant'>;
