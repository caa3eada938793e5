export { type Reading, type Trend, trends } from './reading.ts';
