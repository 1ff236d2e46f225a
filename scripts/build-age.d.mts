export declare function isBuildOld(): boolean;
