import { describeFollowing } from './describe-following.ts';

describeFollowing('by the system’s events alone', ['--watch', 'events', '--scan-interval', '0']);
