import { describeFollowing } from './describe-following.ts';

describeFollowing('by events and scan, as they come', ['--scan-interval', '1']);
