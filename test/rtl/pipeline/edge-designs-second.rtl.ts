import { describe } from 'vitest';
import { testHalf } from './edge-unit.ts';

describe('a design from the whole allowed range', () => testHalf(1));
