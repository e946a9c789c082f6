import { describeFollowing } from './describe-following.ts';

describeFollowing('by the scan alone', ['--watch', 'scan', '--scan-interval', '1']);
